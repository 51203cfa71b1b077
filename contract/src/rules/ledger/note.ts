import type { DeliveryState } from '../../campaigns.ts';
import { isTest } from '../../tests.ts';
import type { Ms } from '../change.ts';
import type { BegunMessage } from '../facts.ts';

// What a change of a delivery says in the ledger of its person (docs/engine.md#never-the-same-person).

/** A change of a delivery, when its message was begun, and whether the machine that sent it reads replies. */
export interface Noted {
  campaign_id: number;
  old_state: DeliveryState | null;
  state: DeliveryState;
  begun_at: Ms | null;
  is_heard: boolean;
}

/** What a person's row in the ledger gets. */
export interface Note {
  /** The newest message that arrived, and the oldest one; null: none did. */
  last_messaged_at: Ms | null;
  first_messaged_at: Ms | null;
  /** When the site did not know the name. */
  not_found_at: Ms | null;
  /** By campaign, each message that may have arrived; null: the campaign's entry goes. */
  begun: Readonly<Record<number, BegunMessage | null>>;
  /** By campaign, when each message was begun that counts as one without a reply, in seconds. */
  without_reply: Readonly<Record<number, number>>;
}

/** The same with the person. */
export interface PersonNote extends Note {
  user_id: number;
  recipient: string;
}

/**
 * 'sent' is a fact, 'uncertain' stays possible, and all else did not arrive. Null: the change says nothing. A test is noted
 * nowhere.
 */
export function noteOf({ campaign_id, old_state, state, begun_at, is_heard }: Noted, now: Ms): Note | null {
  const isSent = state === 'sent';
  const isUnclear = state === 'uncertain';
  const isNotFound = state === 'not_found';
  const wasOpen = old_state === 'sending' || old_state === 'uncertain';
  if (isTest(campaign_id) || !(wasOpen || isSent || isUnclear || isNotFound)) return null;
  // A row that was handed out again has no begin any more.
  const at = begun_at ?? now;
  const entry = isUnclear ? { at: at / 1000, unclear: true } : null;
  return {
    last_messaged_at: isSent ? at : null,
    first_messaged_at: isSent ? at : null,
    not_found_at: isNotFound ? at : null,
    begun: entry !== null || wasOpen ? { [campaign_id]: entry } : {},
    without_reply: isSent && is_heard ? { [campaign_id]: at / 1000 } : {},
  };
}

/** One note for each person of a user, from those of a step in its order. */
export function gatherNotes(notes: readonly PersonNote[]): PersonNote[] {
  const gathered = new Map<string, PersonNote>();
  for (const note of notes) {
    const person = `${note.user_id} ${note.recipient}`;
    const before = gathered.get(person);
    gathered.set(person, before ? { ...note, ...joined(before, note) } : note);
  }
  return [...gathered.values()];
}

const joined = (one: Note, other: Note): Note => ({
  last_messaged_at: extreme(Math.max, one.last_messaged_at, other.last_messaged_at),
  first_messaged_at: extreme(Math.min, one.first_messaged_at, other.first_messaged_at),
  not_found_at: extreme(Math.max, one.not_found_at, other.not_found_at),
  begun: { ...one.begun, ...other.begun },
  without_reply: { ...one.without_reply, ...other.without_reply },
});

function extreme(choose: (...moments: Ms[]) => Ms, ...moments: (Ms | null)[]): Ms | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : choose(...known);
}
