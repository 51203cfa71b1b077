import type { BeginFacts } from '@pigeonpost/contract/rules/begin';
import { capsOf, hasRoom, hereOf } from '@pigeonpost/contract/rules/caps';
import type {
  Account,
  Campaign as CampaignFacts,
  Ledger,
  Person,
  Profile as ProfileFacts,
  SendingDay,
} from '@pigeonpost/contract/rules/facts';
import type { QuietSpan, WeekMinutes } from '@pigeonpost/contract/sending-hours';
import { leastCapOf } from './profile-caps-model.ts';
import { at, HELD_UNTIL, type State } from './state.ts';

// What the tables of the model say, as rules are told it. The model knows only whether a moment has come: each stands for one
// that lies far enough from now.

/** The moment of each step: a retry or a pause of the model that lies below it is due. */
export const NOW = 0;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const UTC = { changes: [], ahead: [0] };
const HERE = hereOf(UTC, NOW);
const CLOSED: WeekMinutes = [[0, 1]];
const NO_DATES: readonly QuietSpan[] = [];
/** The blank that needs a value. */
const BLANK = 1;
const PARTS = [{ name: 'blank', field: BLANK }];
const PAST = { none: null, ahead: NOW + DAY, near: NOW + 60 * SECOND, past: NOW - SECOND };

/** Its place counted from 1: where campaigns and profiles are named, 0 is none of them. */
export const idOf = (index: number): number => index + 1;
/** The place of what has this id. */
export const indexOf = (id: number): number => id - 1;

/** An account with a subscription of a day, or none. */
export function accountOf(s: State): Account {
  return {
    user_id: 1,
    is_active: true,
    role: 'user',
    subscription_end: s.maySend ? NOW + DAY : null,
    is_frozen: s.isFrozen,
    zone: UTC,
    settings: {
      hours: s.isOpen ? null : CLOSED,
      quiet_dates: NO_DATES,
      profile_cap_hour: null,
      profile_cap_day: null,
      cap_day: s.cap,
      never_twice_days: s.neverTwice ? 30 : null,
      hears_replies: s.hasReplies,
      quiet_days: 0,
      budget: s.budget,
      require_source: false,
      delay_end: 60,
    },
  };
}

/** Of a follow-up nobody has a message that it follows: the model tells no messages of one person apart in time. */
export function campaignOf(s: State, campaign: number): CampaignFacts {
  const { status, isDeleted, isCountingDown, lastMoment, isOpen, cap, isFollowUp, hasBlank } = at(
    s.campaigns,
    campaign,
  );
  return {
    id: idOf(campaign),
    status,
    is_deleted: isDeleted,
    started_at: NOW - 2 * HOUR,
    countdown_until: isCountingDown ? NOW + 5 * SECOND : null,
    not_after: PAST[lastMoment],
    hours: isOpen ? null : CLOSED,
    cap_day: cap,
    is_follow_up: isFollowUp,
    replied_days: null,
    parts: hasBlank ? PARTS : null,
    is_public: null,
  };
}

/** The days of a profile that begins slowly are shorter in the model, so that its cap of such a day is its own. */
export function profileOf(s: State, profile: number): ProfileFacts {
  const { isActive, isBlocked, isSignedOut, hourCap, isHalved, begun, begunThisHour } = at(
    s.profiles,
    profile,
  );
  return {
    id: idOf(profile),
    is_active: isActive,
    is_deleted: false,
    is_blocked: isBlocked,
    is_signed_out: isSignedOut,
    cap_hour: hourCap,
    cap_day: leastCapOf(s, profile),
    warm_up_day: null,
    slow_until: isHalved ? NOW + DAY : null,
    counted_day: HERE.day,
    begun_today: begun,
    counted_hour: HERE.hour,
    begun_this_hour: begunThisHour,
    counted_at: NOW,
  };
}

/** The person of a name, as this campaign is to judge them. */
export function personOf(s: State, { campaign, name }: { campaign: number; name: number }): Person {
  const { person, isRefused } = at(s.names, name);
  return {
    recipient: `person ${person}`,
    is_on_do_not_contact: isRefused,
    ledger: ledgerOf(s, { campaign, person }),
    is_undecided: s.isUndecided[person] === true,
    left_out_list: at(s.campaigns, campaign).leavesOut && s.leftOut[person] === true ? 'left out' : null,
    left_out_tag: null,
    has_source: true,
    follows_at: null,
  };
}

/** A reply came after the start of the campaigns that it stops, and before that of others. */
function ledgerOf(s: State, { campaign, person }: { campaign: number; person: number }): Ledger {
  const { isSent, sending, unclear, stopped, unreplied, unrepliedAfter } = at(s.ledger, person);
  const begun: Ledger['begun'] = {
    ...Object.fromEntries(sending.map((of) => [idOf(of), { at: -1 }])),
    ...Object.fromEntries(unclear.map((of) => [idOf(of), { at: -DAY / SECOND, unclear: true }])),
  };
  return {
    last_messaged_at: isSent ? NOW - DAY : null,
    begun,
    replied_at: stopped.length === 0 ? null : NOW - (stopped.includes(campaign) ? 1 : 3) * HOUR,
    unreplied: unreplied.length + unrepliedAfter.length,
  };
}

/** What was begun on a day with a cap. */
export const dayOf = (cap: number | null, begun: number): SendingDay | null =>
  cap === null ? null : { day: HERE.day, begun, counted_at: NOW };

/** A message with a value that the model reads as none. */
export const HOLE = { [BLANK]: '0' };
/** The values of a message; 0 is none. */
export const blanksOf = (value: number | null): Record<string, string> | null =>
  value === null ? null : value === 0 ? {} : { [BLANK]: String(value) };
/** The value of a message that was filled with these. */
export const valueIn = (blanks: Readonly<Record<string, string>> | null): number | null =>
  blanks === null ? null : Number(blanks[BLANK] ?? 0);

/** When somebody is tried again, in the moments of the model. */
export const retryAtOf = (retry_at: number): number => (retry_at > NOW ? HELD_UNTIL : NOW);

/** What a begin by this profile is judged by; null: its lease is gone. */
export function beginFactsOf(s: State, profile: number): BeginFacts | null {
  const lease = s.profiles[profile]?.lease;
  if (!lease) return null;
  const { campaign, name, isOver } = lease;
  const row = at(s.rows, campaign)[name];
  const { isDeleted, status, campaign: holder } = at(s.names, name);
  const { cap, begun } = at(s.campaigns, campaign);
  return {
    account: accountOf(s),
    campaign: campaignOf(s, campaign),
    profile: profileOf(s, profile),
    person: personOf(s, lease),
    lease: {
      lease_until: isOver ? NOW : NOW + 120 * SECOND,
      state: row?.state ?? 'leased',
      blanks: blanksOf(row?.value ?? null),
      status: isDeleted ? null : status,
      held_by: isDeleted || holder === null ? null : idOf(holder),
    },
    account_day: dayOf(s.cap, s.begun),
    campaign_day: dayOf(cap, begun),
  };
}

/** Whether a cap of the profile lets nobody be written to, whatever was begun. */
export function isShut(s: State, profile: number): boolean {
  const { hour, day } = capsOf(profileOf(s, profile), accountOf(s).settings, HERE);
  return hour === 0 || day === 0;
}

/** Whether a cap of the profile, the campaign or the account is reached. */
export function isCapReached(
  s: State,
  { campaign, profile }: { campaign: number; profile: number },
): boolean {
  const { cap, begun } = at(s.campaigns, campaign);
  return (
    !hasRoom(profileOf(s, profile), accountOf(s).settings, HERE) ||
    (cap !== null && begun >= cap) ||
    (s.cap !== null && s.begun >= s.cap)
  );
}
