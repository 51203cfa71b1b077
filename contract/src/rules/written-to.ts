import type { DeliveryState } from '../campaigns.ts';
import type { ReplyAutomatic } from '../people/replies.ts';
import type { CampaignPart } from '../text/campaign-text.ts';
import { fillUsername } from '../text/message-text.ts';
import type { Ms } from './change.ts';
import type { Ledger } from './facts.ts';
import { momentOf } from './person.ts';
import { type Blanks, fillBlank } from './unfit.ts';

// People to whom campaigns wrote, by whom replies are judged (docs/engine.md#replies).

/** Somebody to whom a campaign wrote. */
export interface WrittenTo {
  recipient: string;
  ledger: ReplyLedger;
  messages: readonly Message[];
  replies: readonly KnownReply[];
}

export interface ReplyLedger extends Pick<Ledger, 'last_messaged_at' | 'begun' | 'replied_at'> {
  /** When the person was first written to; null: that was not noted yet. */
  first_messaged_at: Ms | null;
  /** The messages since the last reply that a machine which reads replies sent: their moments in seconds, by campaign. */
  without_reply: Readonly<Record<string, number>>;
  waived_at: Ms | null;
}

/** A message that the person got or may have got, whichever list they stood in. */
export interface Message {
  campaign_id: number;
  campaign_name: string;
  recipient_id: number;
  profile_id: number | null;
  state: DeliveryState;
  begun_at: Ms;
  replied_at: Ms | null;
  is_heard: boolean;
  /** Its campaign's text; without parts only {username} is filled. */
  content: string;
  parts: CampaignPart[] | null;
  blanks: Blanks;
}

/** A reply that is recorded. */
export interface KnownReply {
  id: number | null;
  profile_id: number;
  site_id: string;
  /** The span in which it was written; null: its end alone was noted. */
  told_at: Ms | null;
  at: Ms;
  campaign_id: number | null;
  recipient_id: number | null;
  automatic: ReplyAutomatic;
}

/**
 * When the person was first written to; for whom that was not noted yet, the last time. A message that is under way or unclear
 * may have arrived before the first of which that is known.
 */
export function firstMessageAt(ledger: ReplyLedger): Ms | null {
  const moments = ledgerMoments(ledger);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The moments of messages that a ledger has. */
export const ledgerMoments = ({ first_messaged_at, last_messaged_at, begun }: ReplyLedger): Ms[] =>
  [first_messaged_at, last_messaged_at, ...Object.values(begun).map(momentOf)].filter((at) => at !== null);

/** The latest of these moments; null: there is none. */
export function latestOf(moments: readonly (Ms | null)[]): Ms | null {
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Whether a text is this message, which some sites show as the person's. */
export function isText(text: string, message: Message, recipient: string): boolean {
  return text !== '' && folded(text) === folded(messageText(message, recipient));
}

function messageText({ content, parts, blanks }: Message, recipient: string): string {
  if (parts === null) return fillUsername(content, recipient);
  return parts
    .map((part) => (typeof part === 'string' ? part : (fillBlank(part, recipient, blanks) ?? '')))
    .join('');
}

/** Sites show spaces and line breaks as they like. */
const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The ledger once a person's word of this moment is heard: it ends the messages without a reply that were begun before it. */
export function hear(ledger: ReplyLedger, at: Ms): ReplyLedger {
  if (ledger.replied_at !== null && ledger.replied_at >= at) return ledger;
  return { ...ledger, replied_at: at, without_reply: entriesAfter(ledger.without_reply, at) };
}

/** The entries that began after a moment; null: all. One of before, without its moment, lasts until the next reply. */
export function entriesAfter(
  entries: ReplyLedger['without_reply'],
  moment: Ms | null,
): ReplyLedger['without_reply'] {
  if (moment === null) return entries;
  return Object.fromEntries(Object.entries(entries).filter(([, at]) => momentOf({ at }) > moment));
}
