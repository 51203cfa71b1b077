import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { queueLink } from '../mail/links.ts';
import { findConfirmedAddress, listLastMails } from '../mail/queries.ts';
import { findUserByName, markResetRequested } from './queries.ts';
import { takeWishes } from './wish-queries.ts';

const HOUR_MS = 3_600_000;
const MAILS_AN_HOUR = 3;
/** A wish of before a pause of the servers, or of a restored copy, is one for administrators alone. */
const FRESH_MS = 10 * 60_000;
const AT_ONCE = 100;

/**
 * Shows administrators who asked for a new password, and mails a link to those with a confirmed address, after the answer
 * to their wish: neither it nor its time tells of them (docs/behaviour.md#password-resets).
 */
export async function answerWishes(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let isFull = true; isFull && !signal.aborted; )
    isFull = await deps.asSystem('wishes for a password', async (tx) => {
      const wishes = await takeWishes(tx, AT_ONCE);
      const fresh = deps.clock.now().getTime() - FRESH_MS;
      const latest = new Map(wishes.map(({ username, wished_at }) => [username.toLowerCase(), wished_at]));
      for (const [name, wished_at] of latest) {
        const moment = new Date(wished_at);
        await markResetRequested(tx, name, moment);
        if (deps.mail.isConfigured && moment.getTime() > fresh) await mailLink(deps, tx, name);
      }
      return wishes.length === AT_ONCE;
    });
}

async function mailLink(deps: Deps, tx: Tx, name: string): Promise<void> {
  const user = await findUserByName(tx, name);
  if (!user?.is_active) return;
  const { id: user_id, username } = user;
  const to = await findConfirmedAddress(tx, user_id);
  if (to === undefined) return;
  const kind = 'password_reset';
  const since = new Date(deps.clock.now().getTime() - HOUR_MS);
  const last = await listLastMails(tx, { user_id, kind, since, limit: MAILS_AN_HOUR });
  if (last.length < MAILS_AN_HOUR) await queueLink(deps, tx, { user_id, kind, to, values: { username } });
}
