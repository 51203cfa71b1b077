import type { Campaign, Standstill } from '@pigeonpost/contract/calls/campaigns';
import type { CampaignStatus } from '@pigeonpost/contract/campaigns';
import { isTimeWait, needsPerson, type TimeWaitKind } from '@pigeonpost/contract/campaigns/standstills';
import { startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import { pauseWords } from '@pigeonpost/contract/pauses';
import { rangesOf } from '@pigeonpost/contract/sending-hours';
import type { Tx } from '../../../database/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { type CampaignRow, listPauses, type PauseFacts } from '../campaign-queries.ts';
import { describePause } from './pause.ts';
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

/** A campaign as every call answers it: its row, and its standstill if there is one. */
export function describeCampaign(
  { used, pause, start_refusal, ...row }: CampaignRow,
  waits: Waits,
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
    waiting_reason: wait?.reason ?? null,
    waiting_until: wait?.until ?? null,
    standstill: standstill ? shortOf(standstill) : null,
  };
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
