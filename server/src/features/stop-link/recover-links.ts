import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import { stopPads } from '../../secrets/stop-pads.ts';
import {
  listUnrecovered,
  NAMED_TABLES,
  noteRecovered,
  recoverFrom,
  recoverRecipients,
  type Unrecovered,
} from './recovery-queries.ts';

// So that no transaction holds a user's lock for long: they take about a tenth of a second.
const NAMES_A_BATCH = 5_000;

type RecoveryDeps = Pick<Deps, 'asUser' | 'readAsSystem' | 'secrets' | 'log'>;

/**
 * Makes stop links work again that messages after a backup have: the codes of all people whom the restored copy, its
 * agents and later imports name (docs/behaviour.md#the-stop-link). Answers whether there was anybody to look at. For a timer,
 * and for an unknown code. Each person is looked at once, so strangers with unknown codes cause no more than that.
 */
export async function recoverLinks(deps: RecoveryDeps, signal?: AbortSignal): Promise<boolean> {
  const users = await deps.readAsSystem('stop links after a restore', listUnrecovered);
  const failure = 'The stop links of a user could not be made known again.';
  await forEachIsolated(users, { log: deps.log, failure, signal }, (user) => recover(deps, user, signal));
  return users.length > 0;
}

async function recover(deps: RecoveryDeps, user: Unrecovered, signal?: AbortSignal): Promise<void> {
  const { user_id } = user;
  const batch = { user_id, pads: stopPads(deps.secrets), limit: NAMES_A_BATCH };
  const underLock = <T>(work: (tx: Tx) => Promise<T>) =>
    deps.asUser(user_id, async (tx) => {
      // An erasure that ends meanwhile would leave the name behind.
      await lockUser(tx, user_id);
      return work(tx);
    });
  for (const table of user.has_news ? NAMED_TABLES : []) {
    let after: string | null = '';
    while (after !== null && !signal?.aborted) {
      const from: string = after;
      after = await underLock<string | null>((tx) => recoverFrom(tx, { ...batch, table, after: from }));
    }
  }
  let last = user.recipient_id;
  while (!signal?.aborted) {
    const next = await underLock((tx) => recoverRecipients(tx, { ...batch, after: last }));
    if (next === null) return underLock((tx) => noteRecovered(tx, { ...user, recipient_id: last }));
    last = next;
  }
}
