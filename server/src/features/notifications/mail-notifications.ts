import { localTime, wallTime } from '@pigeonpost/contract/local-time';
import { momentOfWall } from '@pigeonpost/contract/moment-of-wall';
import {
  ALWAYS_MAILED,
  type CollectTime,
  NOTIFICATION_KINDS,
} from '@pigeonpost/contract/notifications/kinds';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { forEachIsolated } from '../../isolate.ts';
import { listLastMails } from '../mail/queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findOver } from './find-shown.ts';
import {
  listMailReaders,
  lockUnsettled,
  type MailReader,
  settleNotifications,
  type Unsettled,
} from './mail-queries.ts';
import { findChoices, getTold, KEPT } from './queries.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const MORNING_MS = 8 * 60 * MINUTE_MS;
const WAIT_MS = { half_hour: 30 * MINUTE_MS, two_hours: 120 * MINUTE_MS };
const MAILS_A_DAY = 20;
const ITEMS_OF_A_MAIL = 20;

/**
 * Puts everything that a user has not read for as long as they chose into one mail. What they do not want by mail, and what is
 * over, is left out for good (docs/behaviour.md#notifications-by-mail).
 */
export async function mailNotifications(deps: Deps): Promise<void> {
  if (!deps.mail.isConfigured) return;
  const now = deps.clock.now();
  const before = new Date(now.getTime() - WAIT_MS.half_hour);
  const readers = await deps.readAsSystem('notifications to mail', (tx) =>
    listMailReaders(tx, { now, before }),
  );
  const failure = "A user's notifications could not be mailed.";
  await forEachIsolated(readers, { log: deps.log, failure }, (reader) =>
    deps.asSystem('notifications to mail', (tx) => mailToReader(deps, tx, reader)),
  );
}

async function mailToReader(deps: Deps, tx: Tx, reader: MailReader): Promise<void> {
  const now = deps.clock.now();
  const user_id = reader.id;
  const unsettled = await lockUnsettled(tx, { user_id, now });
  const { choices, collect } = await findChoices(tx, reader);
  const wanted = choices.flatMap(({ kind, by_mail }) => (by_mail && kind !== ALWAYS_MAILED ? [kind] : []));
  const over = await findOver(tx, { user: reader, ids: unsettled.map(({ id }) => id) }, deps);
  const isLeft = ({ kind, id }: Unsettled) => wanted.includes(kind) && !over.has(id);
  // What is beyond is about to be forgotten.
  const left = unsettled.slice(0, KEPT).filter(isLeft);
  const first = left.at(-1);
  const isDue =
    first !== undefined && now.getTime() >= dueAt(Date.parse(first.created_at), collect, reader.time_zone);
  const isMailed = isDue && (await hasRoomToday(tx, { user_id, now, zone: reader.time_zone }));
  if (isMailed) {
    const shown = left.slice(0, ITEMS_OF_A_MAIL);
    const kinds = NOTIFICATION_KINDS.filter((kind) => left.some((one) => one.kind === kind));
    await queueMail(deps, tx, {
      user_id,
      kind: 'notifications',
      values: {
        username: reader.username,
        items: await getTold(tx, { user_id, ids: shown.map(({ id }) => id) }),
        more: left.length - shown.length,
        unsubscribe: unsubscribeToken(deps.secrets, { user_id, kinds }),
      },
    });
  }
  const settled = isMailed ? unsettled : unsettled.filter((one) => !left.includes(one));
  const mailed = isMailed ? left : [];
  await settleNotifications(tx, {
    user_id,
    ids: settled.map(({ id }) => id),
    mailed: mailed.map(({ id }) => id),
    now,
  });
}

/** When what was first told at a moment is mailed with all that came since. */
function dueAt(firstMs: number, collect: CollectTime, zone: string): number {
  if (collect !== 'daily') return firstMs + WAIT_MS[collect];
  const wall = wallTime(firstMs, zone);
  const midnight = wall - (wall % DAY_MS);
  const morning = midnight + MORNING_MS;
  const next = momentOfWall(wall < morning ? morning : morning + DAY_MS, zone);
  return 'ms' in next ? next.ms : firstMs + DAY_MS;
}

/** Whether a user has had fewer mails of notifications today than anybody gets: what is beyond waits for the next day. */
async function hasRoomToday(
  tx: Tx,
  { user_id, now, zone }: { user_id: number; now: Date; zone: string },
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  const last = await listLastMails(tx, { kind: 'notifications', user_id, since, limit: MAILS_A_DAY });
  const dayOf = (ms: number) => localTime(ms, zone).day;
  const today = last.filter((at) => dayOf(Date.parse(at)) === dayOf(now.getTime()));
  return today.length < MAILS_A_DAY;
}
