import {
  type DayCount,
  type Decided,
  type Followed,
  type FollowFacts,
  follow,
} from '@pigeonpost/contract/rules/follow';
import { gatherNotes, type PersonNote } from '@pigeonpost/contract/rules/ledger/note';
import type { EngineStep } from '../database/engine/engine-step.ts';
import { callWithin } from '../database/transactions.ts';
import type { CampaignKey, EngineContext } from './context.ts';
import type { ForgottenOfUser } from './counters/restored-counters.ts';
import { endOrPause, type ToJudge, type Written } from './pause-and-complete.ts';
import { type EngineEvent, publishEvents } from './publish.ts';

/** A delivery, and what was decided of it. */
export interface Decision extends CampaignKey, Decided {
  recipient_id: number;
}

/** The key of a delivery, of a row that says more of it. */
export const keyOf = ({ user_id, campaign_id, recipient_id }: Omit<Decision, 'change'>) => ({
  user_id,
  campaign_id,
  recipient_id,
});

/** The functions of the database that give the facts of what is to change, and write what follows. */
const READ = 'read_change_facts';
const WRITE = 'record_changes';

/**
 * Writes what was decided, with all that follows, in this order, and ends the campaigns that have nothing left to do. The users'
 * locks must be held.
 */
export async function writeChanges(context: EngineContext, decisions: Decision[]): Promise<void> {
  const campaigns = new Map(
    decisions.map(({ user_id, campaign_id }) => [campaign_id, { user_id, campaign_id }]),
  );
  const { events, courses } = await write(context, decisions, [...campaigns.values()]);
  publishEvents(context, events);
  await endOrPause(context, courses);
}

/** Writes it for a step that tells browsers itself, and itself judges whether its campaign ends. */
export async function writeUntold(context: EngineContext, decisions: Decision[]): Promise<EngineEvent[]> {
  return (await write(context, decisions, [])).events;
}

async function write(
  { tx, deps }: EngineContext,
  decisions: Decision[],
  toJudge: ToJudge[],
): Promise<Written> {
  if (decisions.length === 0) return { events: [], courses: null };
  const now = deps.clock.now();
  const facts = await callWithin<FollowFacts[]>(tx, READ, [now, toKeys(decisions)]);
  const { changes, counted } = followAll(decisions, facts, now.getTime());
  return callWithin(tx, WRITE, [now, changes, counted, JSON.stringify(toJudge)]);
}

/** What follows from what a step decided at this moment, in milliseconds: one message more, if there is anything. */
export async function followInStep(
  step: EngineStep,
  decisions: Decision[],
  now: number,
): Promise<{ changes: string; counted: string }> {
  if (decisions.length === 0) return { changes: '[]', counted: '{}' };
  const args = [new Date(now).toISOString(), toKeys(decisions)];
  return followAll(decisions, await step.call<FollowFacts[]>(READ, args), now);
}

interface Following {
  changes: string;
  counted: string;
  /** The messages whose grants a restore has forgotten: only results tell of some. */
  forgotten: ForgottenOfUser[];
}

/**
 * What follows from what was decided, by these facts in the same order: rows of the types `change`, `day_count` and
 * `ledger_note` (server/functions/engine/types.sql), in JSON. `noted`: what the ledger gets besides.
 */
export function followAll(
  decisions: Decision[],
  facts: FollowFacts[],
  now: number,
  noted: PersonNote[] = [],
): Following {
  const followed = decisions.map((decision, ord) => follow(decision, facts[ord] as FollowFacts, now));
  const days = decisions.flatMap(({ user_id, campaign_id }, ord) =>
    (followed[ord] as Followed).days.map((day) => ({ ...day, user_id, campaign_id })),
  );
  const changes = decisions.map((decision, ord) => ({
    ...keyOf(decision),
    ...toRow(followed[ord] as Followed),
  }));
  const forgotten = decisions.flatMap(({ user_id, campaign_id }, ord) => {
    const { is_forgotten, told_at, sent_by } = followed[ord] as Followed;
    return is_forgotten && told_at !== null
      ? [{ user_id, campaign_id, profile_id: sent_by, at: told_at }]
      : [];
  });
  const notes = decisions.flatMap(({ user_id }, ord) => {
    const { recipient, note } = followed[ord] as Followed;
    return note && recipient !== null ? [{ ...note, user_id, recipient }] : [];
  });
  return { changes: JSON.stringify(changes), counted: toCounted(days, [...notes, ...noted]), forgotten };
}

function toRow({ added, days, note, is_forgotten, ...row }: Followed) {
  return {
    ...row,
    told_at: toTime(row.told_at),
    begun_at: toTime(row.begun_at),
    ended_at: toTime(row.ended_at),
    retry_at: toTime(row.retry_at),
    skipped_at: toTime(row.skipped_at),
    due_at: toTime(row.due_at),
    added_sent: added.sent,
    added_failed: added.failed,
    added_not_found: added.not_found,
    added_uncertain: added.uncertain,
    added_in_work: added.in_work,
    added_skipped: added.skipped,
  };
}

/** What the numbers of days and the ledger get, as the functions of the database take it. */
export function toCounted(days: (CampaignKey & DayCount)[], notes: PersonNote[]): string {
  return JSON.stringify({
    days: days.map(({ at, ...day }) => ({ ...day, at: toTime(at) })),
    notes: gatherNotes(notes).map(toNote),
  });
}

const toNote = ({ last_messaged_at, first_messaged_at, not_found_at, ...note }: PersonNote) => ({
  ...note,
  last_messaged_at: toTime(last_messaged_at),
  first_messaged_at: toTime(first_messaged_at),
  not_found_at: toTime(not_found_at),
});

const toKeys = (decisions: Decision[]): string => JSON.stringify(decisions.map(keyOf));

/** A moment as the database reads it. */
export const toTime = (ms: number | null | undefined): string | undefined =>
  typeof ms === 'number' ? new Date(ms).toISOString() : undefined;
