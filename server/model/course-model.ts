import { canaryRoom } from '@pigeonpost/contract/rules/caps';
import type { CourseFacts, UsedProfile } from '@pigeonpost/contract/rules/complete';
import { isEligible } from '@pigeonpost/contract/rules/time';
import { canaryFactsOf } from './canary-model.ts';
import { accountOf, campaignOf, NOW, profileOf } from './facts.ts';
import { hasLine, hasTries, linesOf } from './follow-up-model.ts';
import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

/** Judges a campaign that may have nothing left to do, as the engine does where nobody is in work and nobody can be taken. */
export function completeIfDone(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  const { in_work } = canaryFactsOf(s, campaign, { ...rules, canaryCountsWork: true });
  const hasNext = linesOf(c).some(
    (line) => (line === null || isEligible(profileOf(s, line))) && hasLine(s, campaign, line, rules),
  );
  if (in_work > 0 || (hasNext && canaryRoom(canaryFactsOf(s, campaign, rules)) > 0)) return;
  endOrPause(s, campaign, rules);
}

/** Ends or pauses the running campaigns that cannot go on, or have nothing left to do. */
export function pauseIneligible(s: State, rules: Rules): void {
  for (const [campaign, { status }] of s.campaigns.entries())
    if (status === 'running') endOrPause(s, campaign, rules);
}

function endOrPause(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  if (c.mark === null) return;
  const course = rules.judgeCourse(courseFactsOf(s, campaign, rules), NOW);
  if (course.kind === 'ends') c.status = course.status;
  if (course.kind === 'pauses')
    Object.assign(c, {
      status: 'paused',
      isPausedByHand: false,
      isForLook: course.pause.kind === 'review',
    });
}

function courseFactsOf(s: State, campaign: number, rules: Rules): CourseFacts {
  const c = at(s.campaigns, campaign);
  return {
    account: accountOf(s),
    campaign: campaignOf(s, campaign),
    ...canaryFactsOf(s, campaign, { ...rules, canaryCountsWork: true }),
    has_pause: c.status === 'paused' && !c.isPausedByHand,
    has_line: hasLine(s, campaign, null, rules),
    profiles: c.profiles.map(
      (profile): UsedProfile => ({
        ...profileOf(s, profile),
        profile_name: `profile ${profile}`,
        has_line: c.isFollowUp && hasLine(s, campaign, profile, rules),
        has_tries: c.isFollowUp && hasTries(s, campaign, profile),
      }),
    ),
  };
}
