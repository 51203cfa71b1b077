import { isAutomatic, isUndecided, type ReplyStop } from '../people/replies.ts';
import { cutCharacters } from '../text/characters.ts';
import type { Ms } from './change.ts';
import { SLACK_MS } from './time.ts';
import {
  firstMessageAt,
  hear,
  isText,
  type KnownReply,
  type Message,
  type ReplyLedger,
  type WrittenTo,
} from './written-to.ts';

// What follows from what people wrote back (docs/engine.md#replies): a function of what agents told, of what the tables say
// under the user's lock, and of a moment.

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** A reply belongs to no message that is older. */
const BELONGS_MS = 60 * DAY_MS;
/** Characters of a reply in its line of the log. */
const LINE_MAX = 200;

/** What an agent told of a reply to a profile: normal names, and judged by the user's stop words. */
export interface ToldReply {
  profile_id: number;
  /** The forms of the person's name: the first that was written to counts. */
  person: readonly string[];
  /** The earliest moment that the site's time can mean, and up to how many seconds later it may have been. */
  at: Ms;
  precision_seconds?: number | undefined;
  text: string;
  /** The site's own id of it, or a hash of its text. */
  site_id: string;
  via: 'thread' | 'reading';
  stop: 'no' | 'sure' | 'perhaps';
  automatic: 'no' | 'sure';
}

/** What the tables say of the people whom these replies name. */
export interface ReplyFacts {
  /** For how many days the texts of replies are kept. */
  reply_text_days: number;
  people: readonly WrittenTo[];
}

export interface RecordedReply extends KnownReply {
  id: null;
  recipient: string;
  told_at: Ms;
  /** Null: it is older than texts are kept. */
  text: string | null;
  via: ToldReply['via'];
  stop: ReplyStop;
  /** Whether its person asks for no more messages, and whether it is the first reply to its message. */
  stops: boolean;
  counts: boolean;
  /** Of what its user is told, and its line in the log; null: of nothing, and none. */
  notice: 'wishes' | 'replied' | null;
  line: string | null;
}

/** `other`: of nobody to whom this user had written. `ours`: a message of ours, which some sites show as the person's. */
type ReplyVerdict =
  | { kind: 'other' }
  | { kind: 'told_again' }
  | { kind: 'ours' }
  | { kind: 'recorded'; reply: RecordedReply };

export interface JudgedReplies {
  /** In the order in which the replies were told. */
  verdicts: ReplyVerdict[];
  /** The people whose ledger changes. */
  heard: Pick<WrittenTo, 'recipient' | 'ledger'>[];
}

/** Of whom the facts are asked, and from which moment on their messages; null: all of them. */
export function peopleOf(
  told: readonly Pick<ToldReply, 'person' | 'via' | 'at'>[],
  now: Ms,
): { name: string; since: Ms | null }[] {
  const since = new Map<string, Ms>();
  for (const { person, via, at } of told) {
    const from = via === 'thread' ? Number.NEGATIVE_INFINITY : Math.min(at, now) - BELONGS_MS;
    for (const name of person) since.set(name, Math.min(since.get(name) ?? from, from));
  }
  return [...since].map(([name, from]) => ({ name, since: Number.isFinite(from) ? from : null }));
}

/** What becomes of the replies of one user's people. The earlier one is judged first, and counts for the next. */
export function judgeReplies(
  told: readonly ToldReply[],
  { reply_text_days, people }: ReplyFacts,
  now: Ms,
): JudgedReplies {
  const known = new Map(people.map((person) => [person.recipient, person]));
  const heard = new Map<string, ReplyLedger>();
  const verdicts: ReplyVerdict[] = [];
  const inTime = told.map((reply, ord) => ({ reply, ord })).sort((a, b) => a.reply.at - b.reply.at);
  for (const { reply, ord } of inTime) {
    const person = reply.person.map((name) => known.get(name)).find((found) => found !== undefined);
    const verdict = person ? judgeReply(reply, person, { reply_text_days, now }) : OTHER;
    verdicts[ord] = verdict;
    if (!person || verdict.kind !== 'recorded') continue;
    const next = withReply(person, verdict.reply);
    known.set(person.recipient, next);
    if (next.ledger !== person.ledger) heard.set(person.recipient, next.ledger);
  }
  return { verdicts, heard: [...heard].map(([recipient, ledger]) => ({ recipient, ledger })) };
}

const OTHER: ReplyVerdict = { kind: 'other' };

interface Judging {
  reply_text_days: number;
  now: Ms;
}

function judgeReply(told: ToldReply, person: WrittenTo, { reply_text_days, now }: Judging): ReplyVerdict {
  const { told_at, at } = spanOf(told, person, now);
  const alike = person.replies.filter((reply) => isAlike(reply, told));
  if (alike.some((reply) => (reply.told_at ?? reply.at) <= at && reply.at >= told_at))
    return { kind: 'told_again' };
  const first = firstMessageAt(person.ledger);
  if (first === null || at <= first) return OTHER;
  const messages = person.messages.filter(({ begun_at }) => begun_at < at && begun_at > at - BELONGS_MS);
  if (messages.some((message) => isText(told.text, message, person.recipient))) return { kind: 'ours' };
  const message = findRepliedTo(messages, told.profile_id);
  // The same words after another message are another wish.
  if (message && alike.some((reply) => isTo(reply, message))) return { kind: 'told_again' };
  const { profile_id, text, site_id, via, stop, automatic } = told;
  const isMade = isAutomatic(automatic);
  const reply: RecordedReply = {
    id: null,
    profile_id,
    recipient: person.recipient,
    campaign_id: message?.campaign_id ?? null,
    recipient_id: message?.recipient_id ?? null,
    // The second one with an id has its moment behind it, because a version before knows a reply by the id alone.
    site_id: alike.some((one) => one.site_id === site_id) ? `${site_id}${BEHIND}${secondsOf(at)}` : site_id,
    text: at > now - reply_text_days * DAY_MS ? text : null,
    told_at,
    at,
    via,
    stop,
    automatic,
    stops: stop === 'sure',
    counts: message !== null && message.replied_at === null && !isMade,
    notice: isUndecided({ stop, automatic }) ? 'wishes' : isMade || !message ? null : 'replied',
    line: isMade || !message ? null : reply_text_days > 0 ? cutCharacters(text, LINE_MAX) : '',
  };
  return { kind: 'recorded', reply };
}

/**
 * From the moment that is told to the last one that it can mean: everything is compared with that, so that what may be later
 * counts as later.
 */
function spanOf(told: ToldReply, person: WrittenTo, now: Ms): { told_at: Ms; at: Ms } {
  // A site that tells whole seconds means any moment of that second.
  const end = told.at % SECOND_MS === 0 ? told.at + SECOND_MS - 1 : told.at;
  let at = Math.min(end + Math.ceil((told.precision_seconds ?? 0) * SECOND_MS), now);
  // What an agent tells at begin was written after our last message, whatever its time says.
  const last = told.via === 'thread' ? lastOfOurs(told, person, now) : null;
  if (last !== null) at = Math.max(at, last + 1);
  // The site's clock is not ours, and what an agent tells later of a message is as old as its report was on the way: who
  // seems to have written shortly before the first message has answered it.
  const first = firstMessageAt(person.ledger);
  if (first !== null && at >= first - SLACK_MS && at <= first) at = first + 1;
  return { told_at: Math.min(told.at, now), at };
}

/** The last message of this profile to the person; where none is left, because they were deleted, the last of any profile. */
function lastOfOurs({ profile_id }: ToldReply, { messages, ledger }: WrittenTo, now: Ms): Ms | null {
  const sent = messages.filter(({ state, begun_at }) => state === 'sent' && begun_at < now);
  if (sent.length === 0) return ledger.last_messaged_at;
  const ours = sent.filter((message) => (message.profile_id ?? profile_id) === profile_id);
  return ours.length === 0 ? null : Math.max(...ours.map(({ begun_at }) => begun_at));
}

const BEHIND = '\u001f';
const MICROSECOND_DIGITS = 6;
const secondsOf = (at: Ms): string => (at / SECOND_MS).toFixed(MICROSECOND_DIGITS);

const isAlike = (known: KnownReply, { profile_id, site_id }: ToldReply): boolean =>
  known.profile_id === profile_id &&
  (known.site_id === site_id || known.site_id.startsWith(`${site_id}${BEHIND}`));

const isTo = (reply: KnownReply, { campaign_id, recipient_id }: Message): boolean =>
  reply.campaign_id === campaign_id && reply.recipient_id === recipient_id;

/** The newest one that arrived, of this profile or else of any; null: it is gone. */
function findRepliedTo(messages: readonly Message[], profile_id: number): Message | null {
  const sent = messages.filter(({ state }) => state === 'sent');
  const ours = sent.filter((message) => message.profile_id === profile_id);
  const known = sent.filter((message) => message.profile_id !== null);
  const [candidates = []] = [ours, known, sent].filter(({ length }) => length > 0);
  return candidates.toSorted((a, b) => b.begun_at - a.begun_at)[0] ?? null;
}

function withReply(person: WrittenTo, reply: RecordedReply): WrittenTo {
  return {
    ...person,
    replies: [...person.replies, reply],
    ledger: isAutomatic(reply.automatic) ? person.ledger : hear(person.ledger, reply.at),
    messages: reply.counts
      ? person.messages.map((message) =>
          isTo(reply, message) ? { ...message, replied_at: reply.at } : message,
        )
      : person.messages,
  };
}
