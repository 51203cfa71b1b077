import { SOURCE_IN_FUTURE, SOURCE_REQUIRED, type StatedSource } from '@pigeonpost/contract/people/sources';
import type { Tx } from '../../database/transaction.ts';
import { badRequest } from '../../errors.ts';
import { addPersonSource, hasStatedSource, insertSource, isInFuture, requiresSource } from './queries.ts';

interface Stating {
  user_id: number;
  source?: StatedSource | undefined;
  /** The list whose import states it; null: by hand. */
  list_id: number | null;
  now: Date;
}

/**
 * States where people are from, and gives the source's id; null if nothing is stated (docs/behaviour.md#sources). 400 for
 * a day in the future, and for nothing where the user's settings ask for a source.
 */
export async function stateSource(tx: Tx, { source, ...stating }: Stating): Promise<number | null> {
  const { user_id, now } = stating;
  if (!source) {
    if (await requiresSource(tx, user_id))
      throw badRequest(SOURCE_REQUIRED, { fields: { source: SOURCE_REQUIRED } });
    return null;
  }
  if (await isInFuture(tx, { day: source.stated_on, now })) throw badRequest(SOURCE_IN_FUTURE);
  return insertSource(tx, { ...stating, ...source });
}

/** States where one person is from, by hand; of whom it is stated already nothing more is asked. */
export async function statePersonSource(
  tx: Tx,
  { name, ...stating }: Omit<Stating, 'list_id'> & { name: string },
): Promise<void> {
  const { user_id, source } = stating;
  if (!source && (await hasStatedSource(tx, { user_id, name }))) return;
  const id = await stateSource(tx, { ...stating, list_id: null });
  if (id === null) return;
  await addPersonSource(tx, { user_id, name, id });
}
