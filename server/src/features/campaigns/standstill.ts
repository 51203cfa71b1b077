import type { Campaign, Standstill } from '@pigeonpost/contract/calls/campaigns';
import {
  type CampaignStatus,
  isPausedByLastMoment,
  PAUSED_BY_ACCOUNT,
  PAUSED_BY_SUBSCRIPTION,
} from '@pigeonpost/contract/campaigns';
import { isPausedForLook } from '@pigeonpost/contract/canary';
import { isWaitingForOwnProfiles } from '@pigeonpost/contract/follow-up';
import { rangesOf } from '@pigeonpost/contract/sending-hours';
import { isTimeWait, isWaitingForTime, type TimeWaitKind } from '@pigeonpost/contract/time-waits';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type CampaignRow, listPauses, type UsedProfiles } from './campaign-queries.ts';
import { findTimeWait } from './time-wait.ts';
import { type CampaignSender, listSenders, type OfRunning } from './waiting-queries.ts';
import { findWait, type Wait } from './waiting-reason.ts';

/** The waits of running campaigns, by id; a sending one is left out. */
export type Waits = ReadonlyMap<number, Wait>;

/** Finds the waits of all these running campaigns with one query. */
export async function findWaits(
  tx: Tx,
  key: OfRunning,
  { clock, config: { practiceUrl } }: Pick<Deps, 'clock' | 'config'>,
): Promise<Waits> {
  const now = clock.now();
  const senders = await listSenders(tx, key, { now, isPractice: practiceUrl !== undefined });
  const waits = new Map<number, Wait>();
  for (const [id, theirs] of Map.groupBy(senders, ({ campaign_id }) => campaign_id)) {
    const wait = waitOf(theirs, { now, practiceUrl });
    if (wait) waits.set(id, wait);
  }
  return waits;
}

/** The campaigns that do not continue at some moment by themselves. */
export const needingSomebody = (waits: Waits): number[] =>
  [...waits].flatMap(([id, { kind }]) => (isWaitingForTime(kind) ? [] : [id]));

/** The wait of a running campaign, from its senders; undefined if one of them can send. */
export function waitOf(
  senders: CampaignSender[],
  { now, practiceUrl }: { now: Date; practiceUrl: string | undefined },
): Wait | undefined {
  const [{ is_any_connected, is_site_away, is_frozen } = { is_frozen: false }] = senders;
  if (is_frozen) return FROZEN;
  const isAnyConnected = is_any_connected === true;
  const time = findTimeWait(senders);
  if (time && (isAnyConnected || !isNear(time.until, now)))
    return isAnyConnected || time.until === null
      ? time
      : { ...time, reason: `${time.reason} ${NEEDS_AGENT}` };
  return findWait(senders, { isAnyConnected, isSiteAway: is_site_away === true, practiceUrl });
}

const NEEDS_AGENT = 'No agent is connected now; one is needed then.';
const NEAR_MS = 3_600_000;

const isNear = (until: string | null, now: Date) =>
  until !== null && new Date(until).getTime() - now.getTime() <= NEAR_MS;

const FROZEN: Wait = {
  kind: 'frozen',
  words: 'waits after a restore',
  reason: 'A backup was restored. Nothing is sent until you press Continue sending.',
};

/** A campaign as every call answers it: its row, and its standstill if there is one (docs/behaviour.md#standstills). */
export function describeCampaign({ used, ...row }: CampaignRow, waits: Waits): Campaign {
  const wait = row.status === 'running' ? waits.get(row.id) : undefined;
  return {
    ...row,
    hours: row.hours && rangesOf(row.hours),
    profiles_used: used.ids,
    profiles_able: used.able,
    stage: row.stage ?? (wait && isTimeWait(wait.kind) ? 'waiting' : null),
    waiting_reason: wait?.reason ?? null,
    waiting_until: wait?.until ?? null,
    standstill: standstillOf({ ...row, used }, waits),
  };
}

/** The standstill of each of a user's campaigns, by id; sending ones are left out. */
export async function findStandstills(
  tx: Tx,
  { user_id, campaigns }: { user_id: number; campaigns: { id: number; status: CampaignStatus }[] },
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<ReadonlyMap<number, Standstill>> {
  const ids = (wanted: CampaignStatus) =>
    campaigns.filter(({ status }) => status === wanted).map(({ id }) => id);
  const waits: Waits = ids('running').length > 0 ? await findWaits(tx, { user_id }, deps) : new Map();
  const paused = ids('paused');
  const rows = paused.length > 0 ? await listPauses(tx, { user_id, campaign_ids: paused }) : [];
  const pauses = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    campaigns.flatMap(({ id }) => {
      const [wait, pause] = [waits.get(id), pauses.get(id)];
      const standstill = wait ? shortOf(wait) : pause && pauseOf(pause.paused_reason, pause.used);
      return standstill ? [[id, standstill] as const] : [];
    }),
  );
}

/** A campaign's standstill; null if it sends, or is neither running nor paused. */
function standstillOf({ id, status, paused_reason, used }: CampaignRow, waits: Waits): Standstill | null {
  if (status === 'paused') return pauseOf(paused_reason, used);
  const wait = status === 'running' ? waits.get(id) : undefined;
  return wait ? shortOf(wait) : null;
}

/** The rule of time for which a running campaign waits; null: none keeps it from sending. */
export const timeWaitOf = ({ standstill }: Pick<Campaign, 'standstill'>): TimeWaitKind | null =>
  standstill && isTimeWait(standstill.kind) ? standstill.kind : null;

/** The badge of a wait. */
export const shortOf = ({ kind, words }: Wait): Standstill => ({ kind, words });

function pauseOf(reason: string | null, used: UsedProfiles): Standstill {
  if (reason === null) return { kind: 'by_you', words: 'by you' };
  if (reason === PAUSED_BY_SUBSCRIPTION) return { kind: 'subscription', words: 'subscription expired' };
  if (reason === PAUSED_BY_ACCOUNT) return { kind: 'account', words: 'account was disabled' };
  if (isPausedForLook(reason)) return { kind: 'review', words: 'have a look' };
  if (isPausedByLastMoment(reason)) return { kind: 'last_moment', words: 'last moment has passed' };
  if (used.able > 0) return { kind: 'ready', words: 'can be started again' };
  if (isWaitingForOwnProfiles(reason)) return { kind: 'profiles', words: 'its people wait for profiles' };
  return { kind: 'profiles', words: restWords(used) };
}

/** 'both profiles blocked', 'studio 6 signed out', '1 blocked, 2 switched off'. */
function restWords({ ids, name, ...counts }: UsedProfiles): string {
  if (ids.length === 0) return 'no profile is left';
  const parts = (
    [
      [counts.blocked, 'blocked'],
      [counts.signed_out, 'signed out'],
      [counts.off, 'switched off'],
    ] as const
  ).filter(([count]) => count > 0);
  const [first] = parts;
  if (parts.length !== 1 || !first) return parts.map(([count, words]) => `${count} ${words}`).join(', ');
  const [, words] = first;
  if (ids.length === 1) return `${name} ${words}`;
  return ids.length === 2 ? `both profiles ${words}` : `all ${ids.length} profiles ${words}`;
}
