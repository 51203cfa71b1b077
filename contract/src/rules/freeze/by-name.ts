import { localTime } from '../../local-time.ts';
import type { Ms } from '../change.ts';
import type { Trace } from '../ledger/deleted.ts';
import { type Note, noteOf } from '../ledger/note.ts';
import { type Delays, drawnPace } from '../time.ts';
import { type Forgotten, type ToldFacts, toldMoment } from './told.ts';

// What is believed of a message whose campaign, list or person a restored database does not know
// (docs/engine.md#what-a-restore-forgets).

/** How many are believed for a restore: more than the machines of a user send in the days that journals are kept. */
const MOST_BY_NAME = 100_000;

/** What an agent's journal says of it. */
export interface ForgottenWord {
  campaign_id: number;
  outcome: 'sent' | 'unknown';
  /** How many seconds ago it was clicked, if the agent says it. */
  age: number | undefined;
  name: string;
  /** From 0 to 1: where the profile's next message falls between the two delays. */
  draw: number;
}

export interface ForgottenFacts extends Forgotten, Delays {
  /** How many were believed for this restore. */
  by_name: number;
  /** What a message with the same ids has left. */
  trace: Trace | null;
  told: ToldFacts;
}

interface ForgottenVerdict {
  /** The state that is recorded; stale: too many are believed already. */
  answer: 'sent' | 'uncertain' | 'stale';
  /** Null: a repeat, or stale. */
  believed: Believed | null;
}

export interface Believed {
  state: 'sent' | 'uncertain';
  told_at: Ms;
  note: Note | null;
  /** What it adds to its profile's numbers and pace; null: it is another try of a message that counts already. */
  counts: { sent_by: number | null; day: string; due_at: Ms } | null;
}

/** The user must have had a restore, and the message must be one of no test. */
export function judgeForgotten(word: ForgottenWord, facts: ForgottenFacts, now: Ms): ForgottenVerdict {
  const { campaign_id, outcome, name, age, draw } = word;
  const state = outcome === 'unknown' ? 'uncertain' : 'sent';
  // One of another name is somebody else's: a copy that nobody announced gives ids out again.
  const trace = facts.trace?.recipient === name ? facts.trace : null;
  if (trace?.is_own) return { answer: state, believed: null };
  if (facts.by_name >= MOST_BY_NAME) return { answer: 'stale', believed: null };
  const { sent_by, is_told_heard: is_heard, zone } = facts.told;
  const told_at = toldMoment(age, { ...facts, is_forgotten: true }, now) ?? now;
  const note = noteOf({ campaign_id, old_state: null, state, begun_at: told_at, is_heard }, now);
  const counts = { sent_by, day: localTime(told_at, zone).day, due_at: drawnPace(facts, draw, told_at) };
  return { answer: state, believed: { state, told_at, note, counts: trace === null ? counts : null } };
}
