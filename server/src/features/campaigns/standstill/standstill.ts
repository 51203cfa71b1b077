import type { Campaign, Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { isTimeWait, needsPerson, type TimeWaitKind } from '@pigeonpost/contract/campaigns/standstills';
import { startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import type { Zone } from '@pigeonpost/contract/local-time';
import { pauseWords } from '@pigeonpost/contract/pauses';
import type { CampaignTimes } from '@pigeonpost/contract/rules/allowed-at';
import { timeJudge } from '@pigeonpost/contract/rules/time-wait';
import { rangesOf } from '@pigeonpost/contract/sending-hours';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type OfRunning, readCampaignTimes } from '../../../rules-facts/campaign-times-queries.ts';
import { type CampaignRow, listPauses, type PauseFacts } from '../campaign-queries.ts';
import { findNextSend, type NextSend } from './next-send.ts';
import { describePause } from './pause.ts';
import { findTimeWait, type PacedSender } from './time-wait.ts';
import { type CampaignSender, listSenders } from './waiting-queries.ts';
import { findWait, type Wait } from './waiting-reason.ts';

/** The waits of running campaigns, by id; a sending one is left out. */
export type Waits = ReadonlyMap<number, Wait>;

/** How running campaigns stand, by id: what they wait for, and their next message where a profile can send it. */
export interface RunningCampaigns {
  waits: Waits;
  next: ReadonlyMap<number, NextSend>;
}

/** Finds the waits of all these running campaigns with two queries, however many run. */
export async function findWaits(
  tx: Tx,
  key: OfRunning,
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<Waits> {
  return (await readRunning(tx, key, deps)).waits;
}

/** The same, with the next message of each. */
export async function readRunning(
  tx: Tx,
  key: OfRunning,
  { clock, config: { practiceUrl } }: Pick<Deps, 'clock' | 'config'>,
): Promise<RunningCampaigns> {
  const now = clock.now();
  const senders = await listSenders(tx, key, { now, isPractice: practiceUrl !== undefined });
  const times = senders.length > 0 ? await readCampaignTimes(tx, key, now) : new Map<number, CampaignTimes>();
  const waits = new Map<number, Wait>();
  const next = new Map<number, NextSend>();
  for (const [id, theirs] of Map.groupBy(senders, ({ campaign_id }) => campaign_id)) {
    const of = times.get(id);
    // It was stopped between the two queries.
    if (!of) continue;
    const judge = timeJudge(of, now.getTime());
    const judged = theirs.map((sender) => ({ ...sender, ...judge(sender.paced) }));
    const wait = waitOf(judged, { now, practiceUrl, zone: of.account.zone });
    if (wait) waits.set(id, wait);
    const send = findNextSend(judged, now.getTime());
    if (send) next.set(id, send);
  }
  return { waits, next };
}

/** The running campaigns that need a person to go on. */
export const needingSomebody = (waits: Waits): number[] =>
  [...waits].flatMap(([id, { kind }]) => (needsPerson(kind) ? [id] : []));

/**
 * Why a campaign sends nothing; undefined if it sends, or is neither running nor paused. Every screen and call has it
 * from here (docs/behaviour.md#standstills).
 */
export function findStandstill(
  { id, status, ...facts }: PauseFacts & { id: number; status: CampaignStatus },
  waits: Waits,
): Wait | undefined {
  if (status === 'paused') return describePause(facts);
  return status === 'running' ? waits.get(id) : undefined;
}

/** The wait of a running campaign, from its senders; undefined if one of them can send. */
function waitOf(
  senders: (CampaignSender & PacedSender)[],
  { now, practiceUrl, zone }: { now: Date; practiceUrl: string | undefined; zone: Zone },
): Wait | undefined {
  const [{ is_any_connected, is_site_away, is_frozen } = { is_frozen: false }] = senders;
  if (is_frozen) return FROZEN;
  const isAnyConnected = is_any_connected === true;
  const time = findTimeWait(senders, { zone, now: now.getTime() });
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

/** A campaign as every call answers it: its row, and its standstill if there is one. */
export function describeCampaign(
  { used, pause, start_refusal, ...row }: CampaignRow,
  { waits, next }: RunningCampaigns,
): Campaign {
  const standstill = findStandstill({ ...row, pause, used }, waits);
  const wait = row.status === 'running' ? standstill : undefined;
  return {
    ...row,
    hours: row.hours && rangesOf(row.hours),
    profiles_used: used.ids,
    profiles_able: used.able,
    stage: row.stage ?? (wait && isTimeWait(wait.kind) ? 'waiting' : null),
    paused_reason: pause && pauseWords(pause),
    start_problem: start_refusal && startProblemWords(start_refusal),
    next_send_at: row.status === 'running' ? nextSendAt(next.get(row.id), row.countdown_until) : null,
    waiting_reason: wait?.reason ?? null,
    waiting_until: wait?.until ?? null,
    standstill: standstill ? shortOf(standstill) : null,
  };
}

/** Not before the end of a countdown, which the row has while it goes on. */
function nextSendAt(next: NextSend | undefined, countdown_until: string | null): string | null {
  if (!next) return null;
  return [next.at, countdown_until].reduce(
    (late, at) => (at !== null && at > (late ?? '') ? at : late),
    null,
  );
}

/** The standstill of each of a user's campaigns, by id; sending ones are left out. */
export async function findStandstills(
  tx: Tx,
  { user_id, campaigns }: { user_id: number; campaigns: { id: number; status: CampaignStatus }[] },
  deps: Pick<Deps, 'clock' | 'config'>,
): Promise<ReadonlyMap<number, Standstill>> {
  const isRunning = campaigns.some(({ status }) => status === 'running');
  const waits: Waits = isRunning ? await findWaits(tx, { user_id }, deps) : new Map();
  const campaign_ids = campaigns.filter(({ status }) => status === 'paused').map(({ id }) => id);
  const paused = campaign_ids.length > 0 ? await listPauses(tx, { user_id, campaign_ids }) : [];
  const all = [...waits, ...paused.map((row) => [row.id, describePause(row)] as const)];
  return new Map(all.map(([id, standstill]) => [id, shortOf(standstill)]));
}

/** The rule of time for which a running campaign waits; null: none keeps it from sending. */
export const timeWaitOf = ({ standstill }: Pick<Campaign, 'standstill'>): TimeWaitKind | null =>
  standstill && isTimeWait(standstill.kind) ? standstill.kind : null;

/** The badge of a standstill. */
export const shortOf = ({ kind, words, machine_name }: Wait): Standstill => ({
  kind,
  words,
  ...(machine_name && { machine_name }),
});
