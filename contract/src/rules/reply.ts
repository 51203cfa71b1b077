import { SENDING_LEASE_SECONDS } from '../agent.ts';
import { type Notice, noticeOfReply, noticeOfWish } from '../notifications/notice.ts';
import { isAutomatic, isUndecided, type ReplyStop } from '../people/replies.ts';
import { cutCharacters } from '../text/characters.ts';
import type { Ms } from './change.ts';
import { SLACK_MS } from './time.ts';
import {
  firstMessageAt,
  hear,
  isText,
  type KnownReply,
  latestOf,
  ledgerMoments,
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
/** Under a lease of before a message may be begun so long after a restore, and be told as long later as clocks differ by. */
const BEGUN_MS = SENDING_LEASE_SECONDS * SECOND_MS + SLACK_MS;
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
  /** What was begun after this moment was forgotten by a restore; null: nothing was. And the moment of the last restore. */
  forgotten_since: Ms | null;
  epoch: Ms;
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
  /** What its user is told, and its line in the log; null: nothing, and none. */
  notice: Notice | null;
  line: string | null;
}

/**
 * `heard_at`: when it is heard again, because the message that it seems to answer may have been told since; null: it is not.
 * `other`: of nobody to whom this user had written. `ours`: a message of ours, which some sites show as the person's.
 */
type ReplyVerdict =
  | { kind: 'other' }
  | { kind: 'told_again'; heard_at: Ms | null }
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
export function judgeReplies(told: readonly ToldReply[], facts: ReplyFacts, now: Ms): JudgedReplies {
  const known = new Map(facts.people.map((person) => [person.recipient, person]));
  const heard = new Map<string, ReplyLedger>();
  const verdicts: ReplyVerdict[] = [];
  const inTime = told.map((reply, ord) => ({ reply, ord })).sort((a, b) => a.reply.at - b.reply.at);
  for (const { reply, ord } of inTime) {
    const person = reply.person.map((name) => known.get(name)).find((found) => found !== undefined);
    const verdict = person ? judgeReply(reply, person, { facts, now }) : OTHER;
    verdicts[ord] = verdict;
    if (!person) continue;
    const next = withVerdict(person, verdict);
    known.set(person.recipient, next);
    if (next.ledger !== person.ledger) heard.set(person.recipient, next.ledger);
  }
  return { verdicts, heard: [...heard].map(([recipient, ledger]) => ({ recipient, ledger })) };
}

const OTHER: ReplyVerdict = { kind: 'other' };

interface Judging {
  facts: ReplyFacts;
  now: Ms;
}

function judgeReply(told: ToldReply, person: WrittenTo, judging: Judging): ReplyVerdict {
  const { facts, now } = judging;
  const { told_at, at, is_moved } = spanOf(told, person, judging);
  const alike = person.replies.filter((reply) => isAlike(reply, told));
  const again = alike.filter((reply) => (reply.told_at ?? reply.at) <= at && reply.at >= told_at);
  const messages = person.messages.filter(({ begun_at }) => begun_at < at && begun_at > at - BELONGS_MS);
  const isOurs = messages.some((message) => isText(told.text, message, person.recipient));
  if (again.length > 0) return toldAgain(again, is_moved && !isOurs ? at : null);
  const first = firstMessageAt(person.ledger);
  if (first === null || at <= first) return OTHER;
  if (isOurs) return { kind: 'ours' };
  const message = findRepliedTo(messages, told.profile_id);
  // The same words after another message are another wish.
  if (message && alike.some((reply) => isTo(reply, message))) return { kind: 'told_again', heard_at: null };
  const { profile_id, text, site_id, via, stop, automatic } = told;
  const { reply_text_days } = facts;
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
    notice: isUndecided({ stop, automatic })
      ? noticeOfWish(now)
      : isMade || !message
        ? null
        : noticeOfReply({ campaign_id: message.campaign_id, campaign_name: message.campaign_name }, now),
    line: isMade || !message ? null : reply_text_days > 0 ? cutCharacters(text, LINE_MAX) : '',
  };
  return { kind: 'recorded', reply };
}

/** A machine's is not heard. */
const toldAgain = (known: readonly KnownReply[], at: Ms | null): ReplyVerdict => ({
  kind: 'told_again',
  heard_at: known.some(({ automatic }) => !isAutomatic(automatic)) ? at : null,
});

/**
 * From the moment that is told to the last one that it can mean: everything is compared with that, so that what may be later
 * counts as later. `is_moved`: that lay before a message which the reply seems to answer.
 */
function spanOf(
  told: ToldReply,
  person: WrittenTo,
  { facts, now }: Judging,
): { told_at: Ms; at: Ms; is_moved: boolean } {
  // A site that tells whole seconds means any moment of that second.
  const end = told.at % SECOND_MS === 0 ? told.at + SECOND_MS - 1 : told.at;
  let at = Math.min(end + Math.ceil((told.precision_seconds ?? 0) * SECOND_MS), now);
  // What an agent tells at begin was written after our last message, whatever its time says.
  const last = told.via === 'thread' ? lastOfOurs(told, person, now) : null;
  if (last !== null) at = Math.max(at, last + 1);
  // Who seems to have written shortly before such a message has answered it.
  const answered = latestOf(
    looseMoments(person, facts).filter((moment) => at >= moment - SLACK_MS && at <= moment),
  );
  return {
    told_at: Math.min(told.at, now),
    at: answered === null ? at : answered + 1,
    is_moved: answered !== null,
  };
}

/**
 * The moments of messages before which their answer may seem to lie: of the first one, because the site's clock is not ours, and
 * of those that a restore has forgotten, because what an agent tells later is late by as long as its report was on the way.
 */
function looseMoments({ messages, ledger }: WrittenTo, { forgotten_since, epoch }: ReplyFacts): Ms[] {
  const first = firstMessageAt(ledger);
  if (first === null) return [];
  if (forgotten_since === null) return [first];
  const known = [...messages.map(({ begun_at }) => begun_at), ...ledgerMoments(ledger)];
  const until = epoch + BEGUN_MS;
  return [first, ...known.filter((at) => at > forgotten_since && at <= until)];
}

/** The last message of this profile to the person; where none is left, because they were deleted, the last of any profile. */
function lastOfOurs({ profile_id }: ToldReply, { messages, ledger }: WrittenTo, now: Ms): Ms | null {
  const sent = messages.filter(({ state, begun_at }) => state === 'sent' && begun_at < now);
  if (sent.length === 0) return ledger.last_messaged_at;
  const ours = sent.filter((message) => (message.profile_id ?? profile_id) === profile_id);
  return latestOf(ours.map(({ begun_at }) => begun_at));
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

function withVerdict(person: WrittenTo, verdict: ReplyVerdict): WrittenTo {
  if (verdict.kind === 'told_again' && verdict.heard_at !== null)
    return { ...person, ledger: hear(person.ledger, verdict.heard_at) };
  if (verdict.kind !== 'recorded') return person;
  const { reply } = verdict;
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
