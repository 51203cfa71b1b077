import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Campaign, WaitsFor } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { START_TRIED_MINUTES } from '@pigeonpost/contract/campaigns';
import type { ReactNode } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { formatClock, formatDuration, formatMoment } from '../../../format/format-time.ts';
import { DateTime } from '../../../ui/layout/time.tsx';
import { profileHints, profileLabel } from '../../profiles/parts/folder-hints.ts';
import { restOf } from '../../profiles/parts/rest.ts';
import { joinNames } from '../join-names.ts';
import { faultedOf, leftOf, type NoticeFacts, restingOf } from './find-notices.ts';

/** The agent that the campaign waits for, if that is certain. */
function awayOf({ standstill }: Campaign, agents: Agent[]): Agent | undefined {
  if (standstill?.kind === 'machine')
    return agents.find(({ machine_name }) => machine_name === standstill.machine_name);
  const [only, another] = agents;
  return only?.last_seen_at && !another ? only : undefined;
}

/** 'The agent on studio is away.' */
export function awayTitle({ campaign, agents = [] }: NoticeFacts): string {
  const away = awayOf(campaign, agents);
  return away ? `The agent on ${away.machine_name} is away.` : 'No agent is connected.';
}

/** Since when it is away, and that the campaign continues with it. */
export function awayWords({ campaign, agents = [] }: NoticeFacts): ReactNode {
  const away = awayOf(campaign, agents);
  return (
    <>
      {away?.last_seen_at ? (
        <>
          Last seen <DateTime iso={away.last_seen_at} />.{' '}
        </>
      ) : null}
      {campaign.status === 'running'
        ? `Nothing is sent until ${away ? 'it is back' : 'one is'}; then this campaign continues by itself.`
        : 'Nothing is sent without one.'}
    </>
  );
}

/** 'Close kiln.club or shop in Firefox to continue.' */
export function windowWords({ campaign: { open_windows } }: NoticeFacts): string {
  return `Close ${joinNames(labelsOf(open_windows), 'or')} in Firefox to continue.`;
}

/** The same where the other profiles send. */
export function someWindowsWords({ campaign: { open_windows } }: NoticeFacts): string {
  const [sends, it] = open_windows.length === 1 ? ['sends', 'it'] : ['send', 'them'];
  return `${joinNames(labelsOf(open_windows))} ${sends} nothing while a person has ${it} open; the other profiles go on.`;
}

function labelsOf(profiles: { profile_name: string; profile_path: string }[]): string[] {
  const hints = profileHints(profiles);
  return profiles.map((profile) => profileLabel(profile, hints));
}

const isObstructed = (row: ProfilePerformance) => restOf(row) === 'obstructed';

/** Whether Firefox or an obstacle keeps some profiles from sending. */
export const faultedTitle = ({ profiles }: NoticeFacts) =>
  faultedOf(profiles).every(isObstructed) ? 'Cannot go on.' : 'Cannot start.';

/** 'kiln.club sends nothing while Firefox cannot start with it; the other profiles go on.' */
export function faultedWords({ profiles }: NoticeFacts): string {
  const faulted = faultedOf(profiles);
  const names = faulted.map(({ profile_name }) => profile_name).join(', ');
  if (faulted.every(isObstructed))
    return `${names}: ${faulted[0]?.rest_reason ?? ''} The other profiles go on.`;
  const [it, sends] = faulted.length === 1 ? ['it', 'sends'] : ['them', 'send'];
  return `${names} ${sends} nothing while Firefox cannot start with ${it}; the other profiles go on.`;
}

/** 'Both profiles are blocked.', 'studio 6 is signed out.' */
export function restingTitle({ profiles }: NoticeFacts): string {
  const [left, resting] = [leftOf(profiles), restingOf(profiles)];
  const blocked = resting.filter(({ blocked_at }) => blocked_at).length;
  if (resting.length < left.length || (blocked > 0 && blocked < resting.length))
    return 'None of its profiles can send.';
  return `${subjectOf(left)} ${blocked > 0 ? 'blocked' : 'signed out'}.`;
}

/** 'Sign in with kiln.club in Firefox, then press Resume.' */
export function restingWords({ profiles }: NoticeFacts): string {
  const resting = restingOf(profiles);
  const verb = resting.some(({ blocked_at }) => blocked_at) ? 'Look at' : 'Sign in with';
  return `${verb} ${joinNames(labelsOf(resting))} in Firefox, then press Resume.`;
}

/** 'Both profiles are switched off.' */
export const offTitle = ({ profiles }: NoticeFacts) => `${subjectOf(leftOf(profiles))} switched off.`;

function subjectOf(profiles: ProfilePerformance[]): string {
  const [first] = profiles;
  if (profiles.length === 1) return `${first?.profile_name} is`;
  return profiles.length === 2 ? 'Both profiles are' : `All ${profiles.length} profiles are`;
}

/** 'The first 10 are done: 9 sent, 1 not found.' */
export function reviewTitle({ campaign }: NoticeFacts): string {
  const { total_sent, total_failed, total_not_found, total_uncertain } = campaign;
  const done = total_sent + total_failed;
  const kinds = [
    [total_sent, 'sent'],
    [total_not_found, 'not found'],
    [total_uncertain, 'unclear'],
    [total_failed - total_not_found - total_uncertain, 'failed'],
  ] as const;
  const words = kinds.filter(([count]) => count > 0).map(([count, kind]) => `${formatCount(count)} ${kind}`);
  return `The first ${done === 1 ? 'one is' : `${formatCount(done)} are`} done: ${words.join(', ')}.`;
}

const WAITS: Record<WaitsFor['reason'], { why: string; way: string }> = {
  blocked: {
    why: 'which is blocked',
    way: 'Look at it in Firefox, then press Resume, or let the others write to them.',
  },
  signed_out: {
    why: 'which is signed out',
    way: 'Sign in with it in Firefox, then press Resume, or let the others write to them.',
  },
  off: {
    why: 'which is switched off',
    way: 'Switch it on in Profiles, or let the others write to them.',
  },
  removed: { why: 'which was removed', way: 'Others do not write to them.' },
  resting: { why: 'which rests', way: 'It is tried again by itself. Others do not write to them.' },
};

/** '12 people wait for kiln.club, which is blocked.' */
export function waitTitle({ people, profile_name, reason }: WaitsFor): string {
  const who = people === 1 ? '1 person waits' : `${formatCount(people)} people wait`;
  return `${who} for ${profile_name}, ${WAITS[reason].why}.`;
}

/** What brings the profile back for which people wait, and that others may write to them. */
export const waitWords = ({ reason }: WaitsFor): string => WAITS[reason].way;

/** 'Starts Mon 14-09 at 09:00, in 18 h 50 min.' */
export function scheduledTitle({ campaign: { start_at }, nowMs }: NoticeFacts): string {
  if (start_at === null) return '';
  const seconds = (Date.parse(start_at) - nowMs) / 1000;
  const when = seconds > 0 ? `in ${formatDuration(wholeMinutes(seconds))}` : 'now';
  return `Starts ${formatMoment(start_at, nowMs)}, ${when}.`;
}

/** Seconds are counted in the last minutes only. */
const wholeMinutes = (seconds: number) => (seconds < 600 ? seconds : Math.round(seconds / 60) * 60);

/** Until when a start that was refused is tried again. */
export const triedWords = ({ campaign: { start_at } }: NoticeFacts) =>
  `It is tried again until ${formatClock(Date.parse(start_at ?? '') + START_TRIED_MINUTES * 60_000)}.`;
