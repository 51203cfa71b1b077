import { cleanValue, PERSON_VALUES_MAX } from '@pigeonpost/contract/people/person-fields';
import { countCharacters } from '@pigeonpost/contract/text/characters';
import type { Tx } from '../../database/transaction.ts';
import { badRequest, notFound } from '../../errors.ts';
import { holdFieldIds, holdTagIds, insertPerson, lockPerson, updatePerson } from './known-queries.ts';

interface Change {
  /** By the ids of the fields; null, or an empty text, takes the value away. */
  fields?: Record<string, string | null> | undefined;
  tags?: number[] | undefined;
}

const TOO_MUCH = `The values of a person have at most ${PERSON_VALUES_MAX.toLocaleString('en-US')} characters together`;

/**
 * Writes what is known of a person: fields that are left out stay, and the last writer of a field wins
 * (docs/behaviour.md#a-person). 404 for a field or tag that the user does not have, 400 for too much text.
 */
export async function changePerson(
  tx: Tx,
  { user_id, name, ...change }: Change & { user_id: number; name: string },
): Promise<void> {
  const key = { user_id, name };
  const field_ids = new Set((await holdFieldIds(tx, user_id)).map(String));
  const wanted = Object.entries(change.fields ?? {}).map(
    ([id, text]) => [id, cleanValue(text ?? '')] as const,
  );
  if (!wanted.every(([id]) => field_ids.has(id))) throw notFound('Field not found');
  const tags = change.tags && (await getTags(tx, { user_id, ids: change.tags }));
  const gives = wanted.some(([, value]) => value !== '') || (tags && tags.length > 0);
  if (gives) await insertPerson(tx, key);
  const before = await lockPerson(tx, key);
  if (!before) return;
  const fields = Object.fromEntries(
    Object.entries({ ...before.fields, ...Object.fromEntries(wanted) }).filter(
      ([id, value]) => value !== '' && field_ids.has(id),
    ),
  );
  // Who has more, from before, may still have less.
  const length = lengthOf(fields);
  if (length > PERSON_VALUES_MAX && length >= lengthOf(before.fields)) throw badRequest(TOO_MUCH);
  await updatePerson(tx, key, { fields, tags: tags ?? before.tags });
}

async function getTags(
  tx: Tx,
  { user_id, ids }: { user_id: number; ids: readonly number[] },
): Promise<number[]> {
  const wanted = new Set(ids);
  const tags = await holdTagIds(tx, { user_id, ids: [...wanted] });
  if (tags.length < wanted.size) throw notFound('Tag not found');
  return tags;
}

const lengthOf = (fields: Record<string, string>) =>
  Object.values(fields).reduce((sum, value) => sum + countCharacters(value), 0);
