import type { Reason } from '../reasons.ts';
import { canaryRoom, type Here, hereOf, roomOf } from './caps.ts';
import type { Change, Ms } from './change.ts';
import { type ClaimFacts, type Due, dueSenders, type Running } from './due-senders.ts';
import type { Account, Person, RunningCampaign, Sender } from './facts.ts';
import { findSkip } from './person.ts';
import { latestDue } from './time.ts';
import type { Blanks } from './unfit.ts';
import { valuesFor } from './values.ts';

// Who is next, and by which profile (docs/engine.md#claim): a function of what the tables say under the user's lock, and of a
// moment. Where it needs people who were not read yet it names the line, and is asked again with them, from the start.

/** How many a claim passes over before it ends: other calls get the user's lock, and the agent asks again. */
const MOST_PASSED_OVER = 500;
/** When a recipient at whom another delivery is at work is looked at again. */
const LOOK_AGAIN_MS = 30_000;

/** Somebody of a line, or who waits to be tried again. */
export interface Candidate {
  id: number;
  /** Where the recipient stands in its list's line, how it stands there, and which campaign has it; null: it is deleted. */
  position: number | null;
  status: string | null;
  held_by: number | null;
  person: Person;
  fields: Readonly<Record<string, string>> | null;
  source: string | null;
  /** The campaign's row for it; its blanks are those of a message that was begun. */
  delivery: { is_settled: boolean; blanks: Blanks } | null;
}

/** A line whose next people have to be read; `whose`: null, all of the campaign's; of a follow-up a profile's, or with 0 everybody's. */
export interface LineToRead {
  campaign_id: number;
  list_id: number;
  whose: number | null;
  /** Those who wait to be tried again are read behind a recipient, others behind a position. */
  is_retry: boolean;
  after: number;
  mark: number;
  most: number;
  /** Beyond it only a wrong clock lets anybody wait. */
  far_ahead: Ms;
}

/** What was read of lines so far, by `keyOfLine`. */
export type ReadLines = Map<string, { people: Candidate[]; is_end: boolean }>;

/** The key by which people of a line, or those of it who wait to be tried again, are kept once they were read. */
export const keyOfLine = ({
  campaign_id,
  whose,
  is_retry,
}: Pick<LineToRead, 'campaign_id' | 'whose' | 'is_retry'>): string =>
  [campaign_id, whose, is_retry].join(' ');

export interface Claim<S extends Sender, R extends RunningCampaign> {
  chosen: { running: Running<S, R>; sender: S; recipient_id: number; recipient: string; blanks: Blanks }[];
  passed_over: { campaign_id: number; recipient_id: number; change: Change }[];
  /** Campaigns of which nobody is left to offer. */
  over: number[];
  /** It ended early because it passed over many, and the next one may find somebody. */
  is_cut: boolean;
  cursors: { campaign_id: number; whose: number | null; cursor: number }[];
}

/** A line while it is read; `at`: which of those that were read is next. */
interface Place {
  whose: number | null;
  cursor: number;
  is_retry: boolean;
  at: number;
  is_over: boolean;
}

/** What is left of a campaign while its profiles get somebody in their turn. */
interface Left {
  room: number;
  canary: number;
  passed: number;
  shared: Place;
  own: Place[];
  due: number;
}

/** Chooses the next deliveries, or gives the lines whose next people have to be read first. */
export function claim<S extends Sender, R extends RunningCampaign>(
  facts: ClaimFacts<S, R>,
  lines: ReadLines,
  now: Ms,
): Claim<S, R> | LineToRead[] {
  const { account, capacity } = facts;
  const here = hereOf(account.zone, now);
  const due = dueSenders(facts, here);
  const claimed: Claim<S, R> = { chosen: [], passed_over: [], over: [], is_cut: false, cursors: [] };
  const turn = { facts, lines, now, claimed, taken: new Set<number>() };
  const room = Math.min(capacity, roomOf(account.settings.cap_day, facts, here));
  const campaigns = new Map<number, Left>();
  const reads = new Map<string, LineToRead>();
  for (const { running, sender } of due) {
    // Each line that has to be read probably gives somebody.
    if (claimed.chosen.length + reads.size >= room) break;
    const { id } = running.campaign;
    const left = campaigns.get(id) ?? leftOf(running, due, here);
    campaigns.set(id, left);
    if (left.room <= 0) continue;
    const read = giveNext(turn, { running, sender }, left);
    if (read) reads.set(keyOfLine(read), read);
  }
  if (reads.size > 0) return [...reads.values()];
  for (const { campaign, ...running } of facts.running) {
    const left = campaigns.get(campaign.id);
    if (!left) continue;
    const { shared } = left;
    const before = shared.whose === null ? running.cursor : running.shared_cursor;
    const moved = before !== shared.cursor || (shared.whose === null && running.is_reread) ? [shared] : [];
    for (const { whose, cursor } of [...moved, ...left.own])
      claimed.cursors.push({ campaign_id: campaign.id, whose, cursor });
  }
  return claimed;
}

function leftOf<S, R extends RunningCampaign>(
  running: Running<S, R>,
  due: readonly Due<S, R>[],
  here: Here,
): Left {
  const { campaign, cursor, shared_cursor, is_reread } = running;
  return {
    room: roomOf(campaign.cap_day, running, here),
    canary: canaryRoom(running),
    passed: 0,
    shared: campaign.is_follow_up ? placeAt(0, shared_cursor) : placeAt(null, is_reread ? 0 : cursor),
    own: [],
    due: due.filter((one) => one.running === running).length,
  };
}

const placeAt = (whose: number | null, cursor: number): Place => ({
  whose,
  cursor,
  is_retry: false,
  at: 0,
  is_over: false,
});

interface Turn<S extends Sender, R extends RunningCampaign> {
  facts: ClaimFacts<S, R>;
  lines: ReadLines;
  now: Ms;
  claimed: Claim<S, R>;
  /** Who is handed out by this claim. */
  taken: Set<number>;
}

/** Gives a profile the next one of its campaign; what has to be read first, if it needs more. */
function giveNext<S extends Sender, R extends RunningCampaign>(
  turn: Turn<S, R>,
  { running, sender }: Due<S, R>,
  left: Left,
): LineToRead | undefined {
  const { claimed, lines } = turn;
  const { id } = running.campaign;
  let place = left.shared;
  if (running.campaign.is_follow_up) {
    place = placeAt(sender.profile.id, sender.own_cursor);
    left.own.push(place);
  }
  while (!place.is_over && left.passed < MOST_PASSED_OVER) {
    if (left.canary <= 0 && !place.is_retry) beginRetries(place);
    const line = lines.get(keyOfLine({ campaign_id: id, ...place })) ?? { people: [], is_end: false };
    const candidate = line.people[place.at];
    if (!candidate && !line.is_end && !isAtMark(place, running))
      return lineBehind(line.people.at(-1), { turn, running, left, place });
    if (!candidate) {
      if (!place.is_retry) beginRetries(place);
      else {
        place.is_over = true;
        // After a profile's own people come those who are for all profiles.
        if (place.whose) place = left.shared;
      }
      continue;
    }
    place.at += 1;
    if (!place.is_retry) place.cursor = candidate.position ?? place.cursor;
    if (take(turn, { running, sender }, { candidate, place, left })) return undefined;
    left.passed += 1;
  }
  if (place.is_over) claimed.over.push(id);
  else claimed.is_cut = true;
  return undefined;
}

function beginRetries(place: Place): void {
  place.is_retry = true;
  place.at = 0;
}

const isAtMark = ({ is_retry, cursor }: Place, { mark }: RunningCampaign) =>
  !is_retry && cursor >= (mark ?? 0);

/** Where many are passed over more are read at once: a message to the database costs more than a row. */
function lineBehind<S extends Sender, R extends RunningCampaign>(
  last: Candidate | undefined,
  { turn, running, left, place }: { turn: Turn<S, R>; running: Running<S, R>; left: Left; place: Place },
): LineToRead {
  const { facts, now, claimed } = turn;
  const { whose, is_retry, cursor } = place;
  return {
    campaign_id: running.campaign.id,
    list_id: running.list_id,
    whose,
    is_retry,
    after: is_retry ? (last?.id ?? 0) : (last?.position ?? cursor),
    mark: running.mark ?? 0,
    most: Math.max(Math.min(left.due, facts.capacity - claimed.chosen.length), left.passed),
    far_ahead: latestDue(facts.account.settings, now),
  };
}

/** Hands the candidate out, or passes over it; whether it was handed out. */
function take<S extends Sender, R extends RunningCampaign>(
  { facts, now, claimed, taken }: Turn<S, R>,
  { running, sender }: Due<S, R>,
  { candidate, place, left }: { candidate: Candidate; place: Place; left: Left },
): boolean {
  const { campaign } = running;
  const { id: recipient_id, delivery, held_by, person } = candidate;
  if (!place.is_retry && delivery) return false;
  const blanks = blanksOf(candidate, running);
  const reason: Reason | null =
    place.is_retry && hasLeft(candidate, running)
      ? { kind: 'gone' }
      : findSkip(person, { account: facts.account, campaign, blanks, now });
  const isHeld = held_by !== null || taken.has(recipient_id);
  if (!place.is_retry && !reason) left.canary -= 1;
  if (!reason && !isHeld) {
    left.room -= 1;
    taken.add(recipient_id);
    claimed.chosen.push({ running, sender, recipient_id, recipient: person.recipient, blanks });
    return true;
  }
  const change: Change = reason
    ? { state: 'skipped', action: 'skipped', log_reason: reason }
    : { state: 'waiting', retry_at: now + LOOK_AGAIN_MS };
  claimed.passed_over.push({ campaign_id: campaign.id, recipient_id, change });
  return false;
}

/** The values that fill the text; null: it needs none. */
function blanksOf(
  { delivery, person, fields, source }: Candidate,
  { campaign, stop_link }: Pick<RunningCampaign, 'campaign' | 'stop_link'>,
): Blanks {
  const { parts } = campaign;
  return (
    parts &&
    (delivery?.blanks ?? valuesFor(parts, { recipient: person.recipient, fields, source, stop_link }))
  );
}

/**
 * Whether somebody who waits to be tried again has left the campaign: a recipient that became pending again stands behind the
 * mark, and belongs to a later campaign, unless its owner settled that this one did not reach it.
 */
function hasLeft({ status, position, delivery }: Candidate, { mark }: RunningCampaign): boolean {
  return status !== 'pending' || ((position ?? 0) > (mark ?? 0) && !delivery?.is_settled);
}

/** Whether a claim that comes to somebody of the line would hand them out. */
export function isNext(
  candidate: Candidate,
  {
    account,
    running,
    now,
  }: { account: Account; running: Pick<RunningCampaign, 'campaign' | 'stop_link'>; now: Ms },
): boolean {
  const { campaign } = running;
  const blanks = blanksOf(candidate, running);
  return (
    candidate.delivery === null &&
    candidate.held_by === null &&
    findSkip(candidate.person, { account, campaign, blanks, now }) === null
  );
}
