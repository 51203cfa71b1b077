import { FAULT_REST_SECONDS } from '../../agent.ts';
import { type Notice, noticeOfBlock, noticeOfRest } from '../../notifications/notice.ts';
import type { Reason } from '../../reasons.ts';
import type { Ms } from '../change.ts';

// When a profile rests, by what its machine says (docs/engine.md#blocked-and-signed-out, #a-machines-fault, #an-obstacle).

const FAULT_REST_MS = FAULT_REST_SECONDS * 1000;

/** A profile, and what it has begun. */
interface NamedProfile {
  id: number;
  profile_name: string;
  granted: number;
}

/** What a profile rests for already. */
export interface RestingProfile extends NamedProfile {
  is_blocked: boolean;
  is_signed_out: boolean;
  is_faulted: boolean;
}

/** What a report says of its profile, and in which words. */
export interface RestWord {
  blocks: boolean;
  signs_out: boolean;
  /** Whether Firefox could not be started with it. */
  faults: boolean;
  /** Whether that is because of an obstacle on the page. */
  obstructs: boolean;
  words?: string | undefined;
}

/** What becomes of a profile. */
export interface Rest {
  /** Whether the site limits it, or has signed it out, from now on. */
  blocks: boolean;
  signs_out: boolean;
  /** What it rests for by itself, until a moment or, with null, until its machine lists it again; null: as before. */
  fault: { kind: 'machine' | 'obstacle'; until: Ms | null } | null;
  words: string | undefined;
  /** What its log says, and its user is told. */
  news: { reason: Reason; notice: Notice }[];
}

/** What words of one step make of profiles, in their order; null: nothing. What a profile rests for already is no news. */
export function judgeRests(
  said: readonly { profile: RestingProfile; word: RestWord }[],
  now: Ms,
): (Rest | null)[] {
  const known = new Map<number, RestingProfile>();
  return said.map(({ profile, word }) => {
    const before = known.get(profile.id) ?? profile;
    const rest = judgeRest(before, word, now);
    known.set(profile.id, {
      ...before,
      is_blocked: before.is_blocked || word.blocks,
      is_signed_out: before.is_signed_out || word.signs_out,
      is_faulted: before.is_faulted || word.faults,
    });
    return rest;
  });
}

function judgeRest(profile: RestingProfile, { words, obstructs, ...word }: RestWord, now: Ms): Rest | null {
  const blocks = word.blocks && !profile.is_blocked;
  const signs_out = word.signs_out && !profile.is_signed_out;
  const { faults } = word;
  if (!blocks && !signs_out && !faults) return null;
  const named = nameOf(profile);
  const told = words === undefined ? {} : { words };
  const news: Rest['news'] = [];
  if (blocks) news.push({ reason: { kind: 'blocked', ...told }, notice: noticeOfBlock(named) });
  if (signs_out)
    news.push({ reason: { kind: 'signed_out', ...told }, notice: noticeOfRest('profile_signed_out', named) });
  if (faults && !profile.is_faulted)
    news.push({
      reason: { kind: obstructs ? 'obstructed' : 'cannot_start', ...told },
      notice: noticeOfRest('profile_resting', named),
    });
  const kind = obstructs ? 'obstacle' : 'machine';
  return { blocks, signs_out, fault: faults ? { kind, until: now + FAULT_REST_MS } : null, words, news };
}

/** A profile of a machine that reports. */
export interface ReportedProfile extends NamedProfile {
  profile_path: string;
  is_deleted: boolean;
  is_faulted: boolean;
  /** Whether its rest ends at a moment. */
  ends: boolean;
}

/** What a machine says of its Firefox: the folders that it lists, or why it cannot. */
export interface MachineReport {
  machine_name: string;
  folders: readonly string[];
  error: string | null;
}

/**
 * What a machine's report makes of its profile; 'over': it lists it again, so that its rest ends; null: nothing changes. Nobody
 * is given anything for one that it does not list, so that no time ends this rest.
 */
export function judgeReported(
  profile: ReportedProfile,
  { machine_name, folders, error }: MachineReport,
): Rest | 'over' | null {
  if (folders.includes(profile.profile_path)) return profile.is_faulted && !profile.ends ? 'over' : null;
  if (profile.is_deleted) return null;
  const words = error ?? `Firefox on ${machine_name} does not list this folder.`;
  return {
    blocks: false,
    signs_out: false,
    fault: { kind: 'machine', until: null },
    words,
    news: profile.is_faulted
      ? []
      : [
          {
            reason: { kind: 'unlisted', words },
            notice: noticeOfRest('profile_resting', nameOf(profile)),
          },
        ],
  };
}

const nameOf = ({ id, profile_name, granted }: NamedProfile) => ({ profile_id: id, profile_name, granted });
