import type { Outcome } from '../agent.ts';
import type { DeliveryState, LogAction } from '../campaigns.ts';
import type { Reason } from '../reasons.ts';
import { isTest } from '../tests.ts';
import { type Change, type DeliveryKey, land, landingState, type Ms } from './change.ts';
import { type Forgotten, isRestored, type ToldFacts, toldMoment } from './freeze/told.ts';
import { type DeletedFacts, type DeletedVerdict, judgeOfDeleted, type Trace } from './ledger/deleted.ts';
import {
  type Meeting,
  meetObstacle,
  NO_OBSTACLE,
  type ObstacleFacts,
  type ObstacleRow,
  obstacleKey,
} from './resting/obstacle.ts';

// What becomes of a delivery when an agent reports (docs/engine.md#results): a function of the report, of what the tables
// say under the user's lock, and of a moment. The server and the model of the engine decide by it.

/** What an agent says became of a try. */
export interface Report extends DeliveryKey {
  outcome: Outcome;
  blocked?: boolean | undefined;
  signed_out?: boolean | undefined;
  profile_in_use?: boolean | undefined;
  site_unreachable?: boolean | undefined;
  machine_fault?: boolean | undefined;
  /** What was in the way on the page, and why it ended so, in the words of the agent. */
  obstacle?: string | undefined;
  reason?: string | undefined;
  /** The name of whom it was for, and how many seconds ago it was clicked. */
  recipient?: string | undefined;
  age?: number | undefined;
}

/** What the tables say of a report. `name`: of the recipient, or else the one with which the delivery was begun. */
export interface ResultFacts extends DeletedFacts, Forgotten {
  /** The state of the campaign's delivery to this recipient, and how many tries it failed; null without a row. */
  state: DeliveryState | null;
  failures: number | null;
  /** Whether the row has the report's token; and with it, whether its lease ended before begin, and whether its agent has reported. */
  is_own: boolean;
  has_lapsed: boolean;
  is_heard: boolean;
  /** Whether its owner settled what this token left unclear, and whether the token is the lease of another delivery. */
  is_settled: boolean;
  is_lent: boolean;
  has_campaign: boolean;
  is_over: boolean;
  is_deleted: boolean;
  /** Whether the campaign's list had the recipient when it started. */
  had_recipient: boolean;
  /** Whether nothing is sent until machines have told what a restore forgot. */
  is_frozen: boolean;
  /** Of a message that went out or may have, and of whose begin by this token the row does not know; else null. */
  told: ToldFacts | null;
  max_retries: number;
  /** When the profile's next message is due if its pace starts now. */
  due_at: Ms;
  /** When it is due if a person has it open in their own Firefox. */
  in_use_until: Ms;
  /** Of a report that tells an obstacle, of a lease that its token still has; else null. */
  obstacle_facts: ObstacleFacts | null;
}

/** What a believed report changes. */
export interface ResultChange extends Change {
  /** False: the token belongs to another delivery. */
  takes_token: boolean;
  blocks: boolean;
  signs_out: boolean;
  /** Whether Firefox could not be started with the profile; false: it has started. */
  faults?: boolean | undefined;
  /** Whether the profile rests for an obstacle, whose tries are given back by that, and what becomes of the profile's row. */
  obstructs: boolean;
  gives_back?: DeliveryKey[] | undefined;
  row?: ObstacleRow | undefined;
  begun_at?: Ms | undefined;
  sent_by?: number | undefined;
  is_forgotten: boolean;
}

export interface ResultVerdict {
  /**
   * The state that is recorded; stale: the agent drops its report; elsewhere: a restored database does not know its
   * campaign, list or person.
   */
  answer: DeliveryState | 'stale' | 'elsewhere';
  /** Null: nothing changes. */
  change: ResultChange | null;
  /** What is believed of a delivery that is gone with its campaign. */
  of_deleted: DeletedVerdict | null;
}

const HELD: readonly (DeliveryState | null)[] = ['leased', 'sending'];
const PACED: readonly (DeliveryState | null)[] = ['leased', 'sending', 'waiting', 'stopped'];

/** The verdict on a report at the moment `now`. */
export function judgeResult(report: Report, facts: ResultFacts, now: Ms): ResultVerdict {
  const isBelieved = isBelievable(report, facts);
  const said = readReport(report, facts);
  const to = isBelieved ? findState(report, facts, said) : null;
  const isOfDeleted = facts.state === null && (!facts.has_campaign || facts.is_deleted);
  if (to === null) {
    const isElsewhere = !isBelieved && isFromElsewhere(report, facts, isOfDeleted);
    const of_deleted = isOfDeleted && !isElsewhere ? judgeOfDeleted(report, facts, now) : null;
    return { answer: of_deleted?.state ?? (isElsewhere ? 'elsewhere' : 'stale'), change: null, of_deleted };
  }
  const isNews =
    facts.state !== to || !facts.is_own || said.countsLate || (said.rests && facts.is_own && !facts.is_heard);
  const campaign = { campaign_id: report.campaign_id, is_over: facts.is_over };
  const change = isNews ? land(changeOf(report, facts, { to, said, now }), campaign) : null;
  return { answer: landingState(to, campaign), change, of_deleted: null };
}

/** A report of another server does not count; one without a row counts if it names this one and the list had the recipient. */
function isBelievable(report: Report, facts: ResultFacts): boolean {
  const { state, has_campaign, is_of_here, had_recipient } = facts;
  if (!has_campaign || isSomebodyElse(report, facts)) return false;
  return state === null ? is_of_here === true && had_recipient : is_of_here !== false;
}

/** Whether the recipient is another person than the one that the report names: a copy that nobody announced gives ids out again. */
function isSomebodyElse({ recipient }: Report, { is_own, name }: ResultFacts): boolean {
  return !is_own && recipient !== undefined && name !== null && recipient !== name;
}

/** Whether a restored database lacks what the report is about. What a deleted campaign left a trace of is known. */
function isFromElsewhere(report: Report, facts: ResultFacts, isOfDeleted: boolean): boolean {
  const { is_lent, is_of_here, trace } = facts;
  if (!mayHaveForgotten(facts) || is_lent || is_of_here !== true) return false;
  return report.outcome !== 'failed' && report.outcome !== 'not_found' && !isTest(report.campaign_id)
    ? !(isOfDeleted && isOf(trace, report))
    : false;
}

const mayHaveForgotten = (facts: ResultFacts): boolean => facts.is_frozen || isRestored(facts);

const isOf = (trace: Trace | null, { recipient }: Report): boolean =>
  trace !== null && (recipient === undefined || recipient === trace.recipient);

interface Said {
  /** Whether its profile must rest. */
  rests: boolean;
  isFault: boolean;
  isInUse: boolean;
  isAway: boolean;
  /** Whether the profile, the machine or the site is at fault, and not the recipient. */
  isUncounted: boolean;
  /** Whether it counts for a lease that ended before begin, uncounted: the first report of its agent on it. */
  countsLate: boolean;
  /** What was in the way, as it is compared, null: nothing was; what follows for its profile, and whether that rests. */
  met: string | null;
  meeting: Meeting | null;
  isInWay: boolean;
}

function readReport(report: Report, facts: ResultFacts): Said {
  const { blocked = false, signed_out = false, profile_in_use: isInUse = false, outcome } = report;
  const isAway = report.site_unreachable ?? false;
  const isFault = outcome === 'failed' && (report.machine_fault ?? false);
  const rests = blocked || signed_out || isFault;
  const isExcused = rests || isInUse || isAway;
  const countsLate =
    facts.is_own &&
    facts.state === 'waiting' &&
    facts.has_lapsed &&
    !facts.is_heard &&
    outcome === 'failed' &&
    !isExcused;
  const met = outcome === 'failed' && !isExcused ? obstacleKey(report.obstacle ?? '') : null;
  const { campaign_id, recipient_id } = report;
  const key = { campaign_id, recipient_id };
  const meeting = met !== null && facts.obstacle_facts ? meetObstacle(met, key, facts.obstacle_facts) : null;
  const isInWay = meeting?.isInWay ?? false;
  const isUncounted = isExcused || isInWay;
  return { rests, isFault, isInUse, isAway, isUncounted, countsLate, met, meeting, isInWay };
}

/** The table of docs/engine.md#results: the first line that fits gives the state; null is stale. */
function findState({ outcome }: Report, facts: ResultFacts, said: Said): DeliveryState | null {
  const { state, is_own, is_settled, is_lent, is_frozen } = facts;
  const failures = facts.failures ?? 0;
  const most = facts.max_retries + (said.met === null ? 0 : 1);
  const told = outcome === 'unknown' ? 'uncertain' : outcome;
  if (is_own && HELD.includes(state))
    return outcome === 'failed' && (said.isUncounted || failures < most) ? 'waiting' : told;
  // Repeated, or late after the lease ended: certainly nothing was sent, which was assumed anyway.
  if (is_own && state === 'waiting' && outcome === 'failed')
    return said.countsLate && failures >= most ? 'failed' : 'waiting';
  if (is_own && state === 'stopped' && outcome === 'failed') return 'stopped';
  if (is_own && state === told) return state;
  if (outcome === 'sent' && state !== 'sent') return 'sent';
  if (outcome === 'failed' && state === 'uncertain' && is_own) return 'failed';
  // Says nothing new about a lease that the owner settled, and nothing at all about another delivery's lease.
  if (outcome !== 'unknown' || is_settled || is_lent || state === 'sent') return null;
  // Ends no message that is under way by another lease; after a restore none is under way.
  return state === 'sending' && !is_frozen ? null : 'uncertain';
}

interface Judged {
  to: DeliveryState;
  said: Said;
  now: Ms;
}

function changeOf(report: Report, facts: ResultFacts, { to, said, now }: Judged): ResultChange {
  const { state, is_own } = facts;
  const { isInUse, isAway, isFault, isUncounted, countsLate, meeting, isInWay } = said;
  const isHeld = HELD.includes(state);
  const fails = countsLate || (report.outcome === 'failed' && isHeld && !isUncounted);
  const words = isInWay ? report.obstacle : report.reason;
  const action = actionOf(to, facts, said);
  return {
    state: to,
    takes_token: !facts.is_lent,
    failures: fails ? (facts.failures ?? 0) + 1 : undefined,
    reason: words === undefined ? undefined : { kind: 'told', words },
    retry_at: to === 'waiting' && state !== 'waiting' ? (isUncounted ? now : facts.due_at) : undefined,
    due_at: dueAt(report, facts, { to, said, now }),
    blocks: is_own && (report.blocked ?? false),
    signs_out: is_own && (report.signed_out ?? false),
    // Any other word of its lease says that Firefox has started.
    faults: isFault ? is_own : isInWay || (!isInUse && is_own && isHeld ? false : undefined),
    // What is not about the page leaves those in a row who met something there.
    row: is_own && isHeld && !isInUse && !isAway && !isFault ? (meeting?.row ?? NO_OBSTACLE) : undefined,
    obstructs: isInWay,
    gives_back: isInWay ? meeting?.givesBack : undefined,
    begun_at: toldAt(report, facts, now) ?? undefined,
    sent_by: facts.told?.sent_by ?? undefined,
    is_forgotten: mayHaveForgotten(facts),
    action,
    log_reason: reasonOf(to, report, said),
  };
}

/** When the message was begun, by the agent's word; null: the row knows it, or nobody does. */
function toldAt({ age }: Report, facts: ResultFacts, now: Ms): Ms | null {
  const is_forgotten = facts.is_frozen || facts.state === null;
  return facts.told && toldMoment(age, { ...facts, is_forgotten }, now);
}

/** When the profile's next message is due by it; undefined: as before. */
function dueAt(report: Report, facts: ResultFacts, { to, said, now }: Judged): Ms | undefined {
  const { state, is_own, due_at } = facts;
  const told_at = toldAt(report, facts, now);
  if (to === 'waiting' && said.isInUse) return facts.in_use_until;
  // Of a message that the row does not know the pace began with its click.
  if (told_at !== null && !is_own && !HELD.includes(state)) return due_at - (now - told_at);
  const isTriedAgain = to === 'waiting' || to === 'stopped';
  // The pace starts again where, since it was last counted, a message went out or may have.
  const reached =
    !isTriedAgain || (report.outcome === 'failed' && state !== 'waiting' && !said.rests && !said.isInWay);
  return reached && ((is_own && PACED.includes(state)) || state === 'sending') ? due_at : undefined;
}

/**
 * The line of the log. There is none where the state stays, and none for a retry because its profile must rest, since the
 * rest has a line of its own.
 */
function actionOf(
  to: DeliveryState,
  { state }: ResultFacts,
  { isInUse, rests, isInWay }: Said,
): LogAction | undefined {
  if (to === state) return undefined;
  if (to === 'sent') return 'message_sent';
  if (to !== 'waiting' && to !== 'stopped') return 'message_failed';
  return isInUse || !(rests || isInWay) ? 'retry' : undefined;
}

/** What that line says besides; nothing of a message that went out. */
function reasonOf(to: DeliveryState, { reason }: Report, { isInUse, isAway }: Said): Reason | undefined {
  const told: Reason | undefined = reason === undefined ? undefined : { kind: 'told', words: reason };
  switch (to) {
    case 'sent':
      return undefined;
    case 'not_found':
      return { kind: 'not_found' };
    case 'uncertain':
      return { kind: 'unclear' };
    case 'waiting':
      if (isInUse) return { kind: 'in_use' };
      if (isAway) return { kind: 'site_away' };
      return told ?? { kind: 'not_sent', is_retried: true };
    default:
      return told ?? { kind: 'not_sent' };
  }
}
