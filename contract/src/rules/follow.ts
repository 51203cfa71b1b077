import type { DeliveryState, LogAction } from '../campaigns.ts';
import { localTime } from '../local-time.ts';
import type { Reason } from '../reasons.ts';
import type { RecipientStatus } from '../recipients.ts';
import { type Change, type DeliveryKey, isInWork, type Ms } from './change.ts';
import type { ToldFacts } from './freeze/told.ts';
import { type Note, noteOf } from './ledger/note.ts';
import type { Obstructed } from './resting/obstacle.ts';
import type { ResultChange } from './result.ts';

// What follows from a change of a delivery: its row, its recipient's status, and what is added to the counters
// (docs/engine.md#events). Every change but a lease and a grant is written as this says.

/** What the tables say of a delivery that is to change, under the user's lock. Of what is not there each is null. */
export interface FollowFacts {
  /** The row: its state, the profile of its last try, and the lease that it knows. */
  state: DeliveryState | null;
  profile_id: number | null;
  token: string | null;
  failures: number | null;
  lapsed_token: string | null;
  settled_token: string | null;
  begun_at: Ms | null;
  ended_at: Ms | null;
  retry_at: Ms | null;
  skipped_at: Ms | null;
  is_taken_out: boolean | null;
  /** Whether the machine that sent it reads replies. */
  is_heard: boolean | null;
  /** The name that it was begun with, and the day that counts it. */
  begun_name: string | null;
  day: string | null;
  /** The recipient, and the campaign that has it. */
  list_id: number | null;
  recipient: string | null;
  status: RecipientStatus | null;
  held_by: number | null;
  /** The user's day, and whether nothing is sent until machines have told what a restore forgot. */
  today: string;
  is_frozen: boolean;
}

/** A change that was decided, and what is said with it. */
export interface Decided {
  campaign_id: number;
  change: Change | ResultChange;
  /** The lease that it speaks of. */
  token?: string | null | undefined;
  /** The new place in its list's line of a recipient that goes to its end. */
  place?: number | undefined;
  /** Of an agent's word. */
  report?: Reporter | undefined;
}

/** What the tables say of who reports a message of whose begin the row does not know; null of others. */
export interface Reporter {
  told: ToldFacts | null;
}

/** A row of a delivery as it is written, with its recipient, its profile and its line of the log. */
export interface Followed {
  profile_id: number | null;
  /** The profile of the try that is told; null where it is unknown. */
  sent_by: number | null;
  /** Whether the row did not know that the message was begun, when that was by the agent's word, and whether a restore may have forgotten its grant. */
  is_unbegun: boolean;
  told_at: Ms | null;
  is_forgotten: boolean;
  old_state: DeliveryState | null;
  state: DeliveryState;
  old_token: string | null;
  token: string | null;
  failures: number;
  /** Null: as it was. */
  reason: Reason | null;
  lapsed_token: string | null;
  settled_token: string | null;
  begun_at: Ms | null;
  ended_at: Ms | null;
  retry_at: Ms | null;
  skipped_at: Ms | null;
  is_taken_out: boolean;
  is_heard: boolean;
  list_id: number | null;
  recipient: string | null;
  old_status: RecipientStatus | null;
  /** Null: left alone. */
  new_status: RecipientStatus | null;
  new_position: number | null;
  day: string;
  added: Added;
  due_at: Ms | null;
  /** Whether Firefox could not be started with the profile; false: it could. */
  faults: boolean | null;
  /** The profile's row of an obstacle, without `obstructed` as it was, and whose tries are given back (docs/engine.md#an-obstacle). */
  obstacle: string | null;
  obstructed: readonly Obstructed[] | null;
  gives_back: DeliveryKey[] | null;
  /** Whether it is an agent's word while its user is frozen. */
  is_merged: boolean;
  action: LogAction | null;
  log_reason: Reason | null;
  /** What the day's numbers gain and lose, by profile. */
  days: DayCount[];
  /** What the ledger notes of the person. Null: nothing, or the person is not known. */
  note: Note | null;
}

/** What is added to a campaign's numbers: 1 where a delivery becomes so, -1 where it was. */
interface Added {
  sent: number;
  failed: number;
  not_found: number;
  uncertain: number;
  in_work: number;
  skipped: number;
}

/** What a day's numbers gain by a profile. */
export interface DayCount {
  day: string;
  profile_id: number | null;
  /** The moment that it counts for. */
  at: Ms;
  sent: number;
  failed: number;
  not_found: number;
  uncertain: number;
}

const FAILED: readonly DeliveryState[] = ['failed', 'not_found', 'uncertain'];
/** Without a reason of its own, a delivery in these has that of its log line. */
const UNSENT: readonly DeliveryState[] = ['failed', 'uncertain', 'skipped'];
/** These let go of the recipient. */
const UNDECIDED: readonly DeliveryState[] = ['waiting', 'stopped', 'skipped'];

/** All that follows from a change at the moment `now`. */
export function follow(decided: Decided, facts: FollowFacts, now: Ms): Followed {
  const { campaign_id, token, place, report } = decided;
  const change: Change & Partial<ResultChange> = decided.change;
  const { state, retry_at, action, log_reason } = change;
  const told = toldTry(decided, facts);
  const settled = (change.settles ? token : null) ?? null;
  const statusIfSettled = facts.held_by === campaign_id ? 'pending' : null;
  const sent_by = told.isOther ? (change.sent_by ?? null) : facts.profile_id;
  const counted = countedOn(told.at, { facts, report, now });
  const recipient = facts.recipient ?? facts.begun_name;
  const begun_at = told.at ?? facts.begun_at;
  const is_heard = (facts.is_heard ?? false) || (told.isUnbegun && isHeardBy(told, report));
  return {
    profile_id: facts.profile_id,
    sent_by,
    is_unbegun: told.isUnbegun,
    told_at: told.at,
    is_forgotten: change.is_forgotten ?? false,
    old_state: facts.state,
    state,
    old_token: facts.token,
    token: told.token ?? facts.token,
    failures: change.failures ?? facts.failures ?? 0,
    reason: change.reason ?? (UNSENT.includes(state) ? log_reason : null) ?? null,
    lapsed_token: facts.lapsed_token ?? (change.lapses ? token : null) ?? null,
    settled_token: settled ?? facts.settled_token,
    begun_at,
    // A lease that ended without a report leaves it null, so that a late report can be told from a repeated one.
    ended_at: report ? now : facts.ended_at,
    retry_at: state === 'waiting' || state === 'stopped' ? (retry_at ?? facts.retry_at) : null,
    skipped_at: state === 'skipped' ? (facts.skipped_at ?? now) : null,
    is_taken_out: state === 'skipped' && (change.is_taken_out ?? facts.is_taken_out ?? false),
    is_heard,
    list_id: facts.list_id,
    recipient,
    old_status: facts.status,
    new_status: settled === null ? statusAfter({ campaign_id, state }, facts) : statusIfSettled,
    new_position: (change.is_requeued ? place : null) ?? null,
    day: counted.day,
    added: addedBy(facts.state, state),
    due_at: change.due_at ?? null,
    faults: change.faults ?? null,
    obstacle: change.row?.obstacle ?? null,
    obstructed: change.row?.obstructed ?? null,
    gives_back: change.gives_back ?? null,
    is_merged: report !== undefined && facts.is_frozen,
    action: action ?? null,
    log_reason: log_reason ?? null,
    // Of another try than the row's the old state no longer counts for the row's profile, the new one for that try's.
    days: told.isOther
      ? [
          ...countDay(counted, facts.profile_id, addedBy(facts.state, 'waiting')),
          ...countDay(counted, sent_by, addedBy(null, state)),
        ]
      : countDay(counted, sent_by, addedBy(facts.state, state)),
    note:
      recipient === null
        ? null
        : noteOf({ campaign_id, old_state: facts.state, state, begun_at, is_heard }, now),
  };
}

interface ToldTry {
  /** The lease that is told; null where it is another delivery's. */
  token: string | null;
  /** Whether it is another try than the row's, and whether the row does not know that it was begun. */
  isOther: boolean;
  isUnbegun: boolean;
  at: Ms | null;
}

/** What an agent's word says of the try of a message that went out or may have. */
function toldTry(
  { change, token: said = null, report }: Decided,
  { state, token, begun_at }: FollowFacts,
): ToldTry {
  const result = report && 'takes_token' in change ? change : undefined;
  const own = result?.takes_token ? said : null;
  const isOut = result?.state === 'sent' || result?.state === 'uncertain';
  const isKnown = own !== null && token !== null ? own === token : state !== null || own === null;
  const isUnbegun = isOut && (own !== token || begun_at === null);
  return {
    token: own,
    isOther: isOut && !isKnown,
    isUnbegun,
    at: isUnbegun ? (result?.begun_at ?? null) : null,
  };
}

const isHeardBy = ({ isOther }: ToldTry, report: Reporter | undefined) =>
  (isOther ? report?.told?.is_told_heard : report?.told?.is_row_heard) ?? false;

/**
 * The status of the recipient of a delivery that goes to a state; null: as it was. A result gives it, unless a person gave
 * another; what waits or was skipped lets go of a recipient that is pending.
 */
export function statusAfter(
  { campaign_id, state }: { campaign_id: number; state: DeliveryState },
  { status, held_by }: Pick<FollowFacts, 'status' | 'held_by'>,
): RecipientStatus | null {
  const isOurs = held_by === campaign_id;
  if (UNDECIDED.includes(state)) return status === 'pending' && isOurs ? 'pending' : null;
  if (status === null || !(status === 'pending' || isOurs)) return null;
  return state === 'uncertain' ? 'failed' : (state as RecipientStatus);
}

interface Counted {
  day: string;
  at: Ms;
}

/** The day and the moment that a delivery counts for: those of its first final state, also where it is corrected later. */
function countedOn(
  told_at: Ms | null,
  { facts, report, now }: { facts: FollowFacts; report: Reporter | undefined; now: Ms },
): Counted {
  const { day, ended_at, begun_at, today } = facts;
  if (day !== null) return { day, at: ended_at ?? begun_at ?? now };
  const zone = report?.told?.zone;
  if (told_at === null || zone === undefined) return { day: today, at: now };
  return { day: localTime(told_at, zone).day, at: told_at };
}

function addedBy(was: DeliveryState | null, state: DeliveryState): Added {
  const added = (...counted: readonly DeliveryState[]) =>
    Number(counted.includes(state)) - Number(was !== null && counted.includes(was));
  return {
    sent: added('sent'),
    failed: added(...FAILED),
    not_found: added('not_found'),
    uncertain: added('uncertain'),
    in_work: Number(isInWork(state)) - Number(isInWork(was)),
    skipped: added('skipped'),
  };
}

function countDay(counted: Counted, profile_id: number | null, added: Added): DayCount[] {
  const { sent, failed, not_found, uncertain } = added;
  const isNothing = [sent, failed, not_found, uncertain].every((count) => count === 0);
  return isNothing ? [] : [{ ...counted, profile_id, sent, failed, not_found, uncertain }];
}
