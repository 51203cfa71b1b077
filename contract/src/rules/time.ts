import { FAULT_REST_SECONDS, GRANT_SECONDS } from '../agent.ts';
import type { Zone } from '../local-time.ts';
import { CLAIM_MS, mayBeginAt, mayClaimAt, type SendingTimes } from '../open-hours.ts';
import { bothOf } from '../sending-hours.ts';
import { isTest } from '../tests.ts';
import type { Ms } from './change.ts';
import type { Account, Campaign, PacedAccount, Profile, Sender, Settings } from './facts.ts';

const SECOND_MS = 1000;
const COUNTDOWN_MS = 120 * SECOND_MS;
/** The clocks of two servers, and the database's before and after it heard the time, differ by less. */
export const SLACK_SECONDS = 60;
export const SLACK_MS = SLACK_SECONDS * SECOND_MS;
const GRANT_MS = GRANT_SECONDS * SECOND_MS;
/** How long a profile waits that a person has open in their own Firefox. */
export const IN_USE_SECONDS = 60;

/** Whether an account may send: it is not disabled, and has a subscription (docs/engine.md#eligibility). */
export function maySend({ is_active, role, subscription_end }: Account, now: Ms): boolean {
  return is_active && (role === 'admin' || (subscription_end !== null && subscription_end > now));
}

/** Whether a profile can send, whatever the moment (docs/engine.md#eligibility). */
export function isEligible({
  is_active,
  is_deleted,
  is_blocked,
  is_signed_out,
}: Pick<Profile, 'is_active' | 'is_deleted' | 'is_blocked' | 'is_signed_out'>): boolean {
  return is_active && !(is_deleted || is_blocked || is_signed_out);
}

/**
 * Whether a start can still be undone, so that nothing is sent yet (docs/engine.md#countdown). An end that lies farther
 * ahead than two minutes was set by a clock that was wrong.
 */
export function isCountingDown({ countdown_until }: Pick<Campaign, 'countdown_until'>, now: Ms): boolean {
  return countdown_until !== null && countdown_until > now && countdown_until <= now + COUNTDOWN_MS;
}

/** Whether a message may be begun at the moment: its grant too ends within the hours and before the last moment. */
export function mayBegin(account: Account, campaign: Campaign, now: Ms): boolean {
  return mayBeginAt(timesOf(account, campaign), now) && isBeforeLast(campaign, now + GRANT_MS);
}

/** Whether a recipient may be handed out: what they are begun by, and a grant at its end, lie within the hours. */
export function mayClaim(account: Account, campaign: Campaign, now: Ms): boolean {
  return mayClaimAt(timesOf(account, campaign), now) && isBeforeLast(campaign, now + CLAIM_MS);
}

/** The shortest and the longest pause of a profile after a message, in seconds. */
export interface Delays {
  delay_start: number;
  delay_end: number;
}

/** When a profile's next message is due after one of this moment (docs/engine.md#pace). `draw` is a number from 0 to 1. */
export function drawnPace({ delay_start, delay_end }: Delays, draw: number, after: Ms): Ms {
  return after + Math.round((delay_start + draw * (delay_end - delay_start)) * SECOND_MS);
}

/**
 * No pace, doubled or not, and no retry lies farther ahead: one that does was set by a clock that was wrong
 * (docs/engine.md#clocks).
 */
export function latestDue({ delay_end }: Settings, now: Ms): Ms {
  return now + 2 * Math.max(delay_end, IN_USE_SECONDS) * SECOND_MS + SLACK_MS;
}

/** Whether the pause after its last message is over (docs/engine.md#pace). */
export function isDue({ next_send_at }: Sender, settings: Settings, now: Ms): boolean {
  return next_send_at === null || next_send_at <= now || next_send_at > latestDue(settings, now);
}

/**
 * Whether a profile with which Firefox could not start is to be tried again (docs/engine.md#a-machines-fault). An end that
 * lies farther ahead than a rest lasts was set by a clock that was wrong.
 */
export function isFaultOver({ fault_until }: Pick<Sender, 'fault_until'>, now: Ms): boolean {
  return (
    fault_until === null ||
    fault_until <= now ||
    fault_until > now + FAULT_REST_SECONDS * SECOND_MS + SLACK_MS
  );
}

/** When a campaign's messages may go. A test goes at any time: its sender sits in front of it (docs/engine.md#tests). */
export function timesOf(
  { settings, zone }: PacedAccount,
  { id, hours }: Pick<Campaign, 'id' | 'hours'>,
): SendingTimes<Zone> {
  if (isTest(id)) return { hours: null, quiet_dates: [], time_zone: zone };
  return { hours: bothOf(settings.hours, hours), quiet_dates: settings.quiet_dates, time_zone: zone };
}

/** Whether the last moment of a campaign is still ahead at a moment. */
export const isBeforeLast = ({ not_after }: Pick<Campaign, 'not_after'>, until: Ms): boolean =>
  not_after === null || not_after > until;
