import { type BeginRefusal, GRANT_SECONDS } from '../agent.ts';
import type { Reason } from '../reasons.ts';
import { isTest } from '../tests.ts';
import { begunOn, countGrant, countOnDay, hasRoom, hereOf } from './caps.ts';
import { type Change, land, type Ms } from './change.ts';
import type { Account, Campaign, Lease, Person, Profile, SendingDay } from './facts.ts';
import { findSkip, followsAt, isUnderWay } from './person.ts';
import { isCountingDown, isEligible, mayBegin, maySend } from './time.ts';

// Whether a message may be sent now (docs/engine.md#begin): a function of what the tables say under the users' locks, and of
// a moment. The server and the model of the engine decide by it.

const GRANT_MS = GRANT_SECONDS * 1000;
/** When a recipient to whom another message is under way is looked at again. */
const LOOK_AGAIN_MS = 30_000;

/** What the tables say of a begin's lease. */
export interface BeginFacts {
  account: Account;
  campaign: Campaign;
  profile: Profile;
  person: Person;
  lease: Lease;
  /** What the account and the campaign have begun on a day, where their day has a cap. */
  account_day: SendingDay | null;
  campaign_day: SendingDay | null;
}

export interface BeginVerdict {
  answer: 'granted' | BeginRefusal;
  /** Null: nothing changes. */
  change: BeginChange | null;
}

/** What becomes of the delivery; with `counted` it is sent, and its profile has begun so much. */
interface BeginChange extends Change {
  counted?: ReturnType<typeof countGrant>;
}

/** What begins of one step have granted before a next one is judged. */
interface Granted {
  /** By user and campaign, 0 for the account, where the day has a cap. */
  days: Map<string, GrantedDay>;
  /** How many messages to a person, by user and name. */
  people: Map<string, number>;
}

/** What a campaign, or as campaign 0 the account, has begun on a day with a cap, the step's own grants counted. */
export interface GrantedDay extends SendingDay {
  user_id: number;
  campaign_id: number;
}

/** The verdicts on begins in their order, and the days that their grants count on; null: the token is no lease any more. */
export function judgeBegins(
  begins: readonly (BeginFacts | null)[],
  now: Ms,
): { verdicts: BeginVerdict[]; days: GrantedDay[] } {
  const granted: Granted = { days: new Map(), people: new Map() };
  const verdicts = begins.map((facts) => {
    const verdict = facts ? judgeBegin(facts, granted, now) : LEASE_OVER;
    if (facts && verdict.change?.counted) count(facts, granted, now);
    return verdict;
  });
  return { verdicts, days: [...granted.days.values()] };
}

const LEASE_OVER: BeginVerdict = { answer: 'lease_over', change: null };

function judgeBegin(facts: BeginFacts, granted: Granted, now: Ms): BeginVerdict {
  const { account, campaign, profile, person, lease } = facts;
  const until = lease.lease_until ?? 0;
  // Repeated: nothing is written, whatever the campaign is now. Taking the delivery back would let a delayed copy of the
  // request undo a message that is already out.
  if (lease.state === 'sending')
    return until >= now + GRANT_MS ? { answer: 'granted', change: null } : LEASE_OVER;
  if (until <= now) return LEASE_OVER;
  const refusal = findRefusal(facts, granted, now);
  if (refusal) return { answer: refusal, change: wait(campaign, now) };
  const isGone = lease.status !== 'pending' || lease.held_by !== campaign.id;
  const reason: Reason | null = isGone
    ? { kind: 'gone' }
    : findSkip(person, { account, campaign, blanks: lease.blanks, now });
  if (reason) return { answer: answerOf(reason), change: skip(reason) };
  if (mustWait(facts, granted, now))
    return { answer: 'messaged', change: wait(campaign, now + LOOK_AGAIN_MS) };
  return {
    answer: 'granted',
    change: { state: 'sending', counted: countGrant(profile, hereOf(account.zone, now)) },
  };
}

function wait({ id, status }: Campaign, retry_at: Ms): Change {
  const is_over = status === 'completed' || status === 'failed';
  return land({ state: 'waiting', retry_at }, { campaign_id: id, is_over });
}

const skip = (reason: Reason): Change => ({ state: 'skipped', action: 'skipped', log_reason: reason });

/** What keeps the account, the campaign or the profile from sending to anybody now; null: nothing does. */
function findRefusal(facts: BeginFacts, granted: Granted, now: Ms): BeginRefusal | null {
  const { account, campaign, profile, lease } = facts;
  const { is_deleted, status, parts, is_public } = campaign;
  if (is_deleted || status === 'completed' || status === 'failed') return 'ended';
  if (status !== 'running' || isCountingDown(campaign, now)) return 'paused';
  // Handed out by a version that fills no blanks: its message has holes.
  if (parts !== null && lease.blanks === null) return 'paused';
  // Its stop link leads nowhere.
  if (is_public === false) return 'paused';
  if (!maySend(account, now)) return 'subscription';
  if (account.is_frozen) return 'frozen';
  if (profile.is_blocked || profile.is_signed_out) return 'profile_blocked';
  if (!isEligible(profile)) return 'profile_inactive';
  if (!mayBegin(account, campaign, now)) return 'outside_hours';
  return isCapReached(facts, granted, now) ? 'cap_reached' : null;
}

function isCapReached(facts: BeginFacts, granted: Granted, now: Ms): boolean {
  const { account, profile } = facts;
  const here = hereOf(account.zone, now);
  return (
    !hasRoom(profile, account.settings, here) ||
    daysOf(facts, granted).some(({ cap, counted }) => begunOn(counted, here) >= cap)
  );
}

/** The days with a cap that a grant counts on, as the grants before it have left them. */
function daysOf({ account, campaign, account_day, campaign_day }: BeginFacts, { days }: Granted) {
  const { user_id, settings } = account;
  return [
    { campaign_id: 0, cap: settings.cap_day, day: account_day },
    { campaign_id: campaign.id, cap: campaign.cap_day, day: campaign_day },
  ].flatMap(({ campaign_id, cap, day }) => {
    if (cap === null || day === null) return [];
    const key = `${user_id} ${campaign_id}`;
    return [{ key, cap, counted: days.get(key) ?? { ...day, user_id, campaign_id } }];
  });
}

/**
 * Whether the message waits until others to the person have ended, which are being sent or were granted before it in the same
 * step: any of them or, with a budget, as many as would use it up if they arrive.
 */
function mustWait({ account, campaign, person }: BeginFacts, { people }: Granted, now: Ms): boolean {
  if (isTest(campaign.id)) return false;
  const { never_twice_days, hears_replies, budget } = account.settings;
  const { begun = {}, unreplied = 0 } = person.ledger ?? {};
  const underWay =
    (people.get(personOf(account, person)) ?? 0) +
    Object.values(begun).filter((message) => isUnderWay(message, now)).length;
  if (never_twice_days !== null || followsAt(person, campaign) !== null) return underWay > 0;
  return hears_replies && budget !== null && unreplied + underWay >= budget;
}

const personOf = ({ user_id }: Account, { recipient }: Person) => [user_id, recipient].join(' ');

function count(facts: BeginFacts, granted: Granted, now: Ms): void {
  const { account, person } = facts;
  const here = hereOf(account.zone, now);
  for (const { key, counted } of daysOf(facts, granted))
    granted.days.set(key, { ...counted, ...countOnDay(counted, here) });
  const name = personOf(account, person);
  granted.people.set(name, (granted.people.get(name) ?? 0) + 1);
}

/** Agents know of most reasons only that the recipient is gone. */
function answerOf({ kind }: Reason): BeginRefusal {
  return kind === 'do_not_contact' || kind === 'messaged' || kind === 'replied' ? kind : 'gone';
}
