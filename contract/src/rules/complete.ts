import type { CampaignStatus } from '../campaigns.ts';
import { shownMoment } from '../local-time.ts';
import type { Pause } from '../pauses.ts';
import { canaryRoom } from './caps.ts';
import type { Ms } from './change.ts';
import type { Account, Campaign, CanaryFacts, Profile } from './facts.ts';
import { isBeforeLast, isEligible, maySend } from './time.ts';

// Whether a campaign goes on, ends or is paused (docs/engine.md#completing): a function of what the tables say under the
// user's lock, and of a moment. The server and the model of the engine decide by it.

/** What the tables say of a campaign that was started. */
export interface CourseFacts extends CanaryFacts {
  account: Account;
  campaign: Campaign;
  /** Whether it is paused for a reason that the server has told. */
  has_pause: boolean;
  /** Whether its line has somebody pending, also at whom another campaign is at work. Of a follow-up: the line for all of its profiles. */
  has_line: boolean;
  /** By name. */
  profiles: readonly UsedProfile[];
}

/** A profile of a campaign. */
export interface UsedProfile
  extends Pick<Profile, 'is_active' | 'is_deleted' | 'is_blocked' | 'is_signed_out'> {
  profile_name: string;
  /** Of a follow-up: whether somebody is left in its own line; whether it is at work on somebody, or may try somebody again. */
  has_line: boolean;
  has_tries: boolean;
}

/** What becomes of a campaign. */
export type Course =
  | { kind: 'goes_on' }
  | { kind: 'ends'; status: Extract<CampaignStatus, 'completed' | 'failed'> }
  | { kind: 'pauses'; pause: Pause };

const GOES_ON: Course = { kind: 'goes_on' };

/**
 * The verdict on a campaign at the moment `now`. One with nobody in work and nobody left ends, paused or not. One that runs and
 * may not or cannot go on is paused; so is one whose canary is done, for a look, also where its owner paused it meanwhile.
 */
export function judgeCourse(facts: CourseFacts, now: Ms): Course {
  const { campaign, has_pause, has_line, profiles, in_work, total_sent, total_failed, canary } = facts;
  const { status, is_deleted } = campaign;
  if (is_deleted || (status !== 'running' && status !== 'paused')) return GOES_ON;
  if (in_work === 0 && !has_line && !profiles.some((profile) => profile.has_line))
    return { kind: 'ends', status: total_sent === 0 && total_failed > 0 ? 'failed' : 'completed' };
  const pause = status === 'running' ? findPause(facts, now) : null;
  if (pause) return { kind: 'pauses', pause };
  if (in_work === 0 && !has_pause && canary !== null && canaryRoom(facts) <= 0)
    return { kind: 'pauses', pause: { kind: 'review', people: canary } };
  return GOES_ON;
}

/** Why a running campaign may not or cannot go on; null: nothing keeps it. */
function findPause({ account, campaign, has_line, profiles }: CourseFacts, now: Ms): Pause | null {
  if (!account.is_active) return { kind: 'account' };
  if (!maySend(account, now)) return { kind: 'subscription' };
  if (campaign.not_after !== null && !isBeforeLast(campaign, now))
    return { kind: 'last_moment', moment: shownMoment(campaign.not_after, account.zone) };
  // Its stop link leads nowhere.
  if (campaign.is_public === false) return { kind: 'stop_link' };
  if (!profiles.some(isEligible)) {
    // Each of these would let it go on.
    const signedOut = profiles.filter((one) => one.is_active && !one.is_deleted && one.is_signed_out);
    return signedOut.length > 0 ? { kind: 'signed_out', profiles: namesOf(signedOut) } : { kind: 'profiles' };
  }
  if (!campaign.is_follow_up) return null;
  const withPeople = profiles.filter((one) => has_line || one.has_line || one.has_tries);
  return withPeople.length > 0 && !withPeople.some(isEligible)
    ? { kind: 'own_profiles', profiles: namesOf(withPeople) }
    : null;
}

const namesOf = (profiles: readonly UsedProfile[]) => profiles.map(({ profile_name }) => profile_name);
