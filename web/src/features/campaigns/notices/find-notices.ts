import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { isTimeWait, type StandstillKind } from '@pigeonpost/contract/campaigns/standstills';
import type { StartRefusalKind } from '@pigeonpost/contract/campaigns/start-refusals';
import { hasEnded, isEligible } from '../../../campaign-state/campaign-state.ts';
import { isTriedAgain, restOf } from '../../profiles/parts/rest.ts';

/** Standstills that another notice says: that of the freeze, or of the profiles; and none for what its owner decided. */
const SILENT = ['by_you', 'frozen', 'profiles'] as const satisfies StandstillKind[];
type Silent = (typeof SILENT)[number];

/** The notices of a campaign's page: a standstill, or what else its owner has to know or do. */
export type NoticeKind =
  | Exclude<StandstillKind, Silent>
  | 'scheduled'
  | 'tried'
  | 'overdue'
  | 'nobody'
  | 'resting'
  | 'off'
  | 'none_left'
  | 'refused'
  | 'no_agent'
  | 'some_windows'
  | 'some_faulted'
  | 'waits_for_one'
  | 'waits_for_several'
  | 'mistyped';

export type NoticeFacts = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[];
  /** Undefined until they are fetched. */
  agents: Agent[] | undefined;
  isActive: boolean;
  /** An unknown placeholder in its message. */
  mistyped: { mistyped: string } | undefined;
  nowMs: number;
};

/** Which notices stand on a campaign's page, in their order. */
export function findNotices(facts: NoticeFacts): NoticeKind[] {
  const { campaign, profiles, mistyped } = facts;
  // While no profile can send, nobody could be given its people. A server of the version before knows of none.
  const waiting = profiles.some((one) => !one.deleted_at && isEligible(one))
    ? (campaign.waits_for?.length ?? 0)
    : 0;
  const isSaid = hasEnded(campaign) || (waiting > 0 && isResting(campaign));
  const kinds = [
    ofSchedule(facts),
    isSaid ? undefined : campaign.status === 'running' ? ofRunning(facts) : ofStart(facts),
    waiting === 0 ? undefined : waiting === 1 ? ('waits_for_one' as const) : ('waits_for_several' as const),
    campaign.status === 'pending' && mistyped ? ('mistyped' as const) : undefined,
  ];
  return kinds.filter((kind) => kind !== undefined);
}

/** None of the profiles that it has people for can send. */
const isResting = ({ status, profiles_able }: CampaignDetails) => status !== 'running' && profiles_able === 0;

function ofSchedule({ campaign, nowMs }: NoticeFacts): NoticeKind | undefined {
  const { stage, start_at, start_problem } = campaign;
  if (start_at === null) return undefined;
  if (stage === 'overdue') return 'overdue';
  return Date.parse(start_at) <= nowMs && start_problem !== null ? 'tried' : 'scheduled';
}

/** What a running campaign waits for, or which of its profiles do not send. */
function ofRunning({ campaign, profiles }: NoticeFacts): NoticeKind | undefined {
  const { stage, standstill, open_windows } = campaign;
  const kind = standstill?.kind;
  if (kind === 'frozen' || kind === 'agent' || kind === 'machine') return shown(kind);
  if (open_windows.length > 0) return kind === 'window' ? 'window' : 'some_windows';
  // Until then the undo bar says when it starts.
  if (kind && stage === 'starting' && isTimeWait(kind)) return undefined;
  if (kind) return shown(kind);
  return faultedOf(profiles).length > 0 ? 'some_faulted' : undefined;
}

/** The profiles that are tried again, because Firefox cannot start with them or because of an obstacle. */
export const faultedOf = (profiles: ProfilePerformance[]) =>
  profiles.filter((row) => isEligible(row) && isTriedAgain(restOf(row)));

/** What a campaign lacks before it can start, and its owner changes on it. */
const CHANGED_BY_OWNER: StartRefusalKind[] = ['last_moment', 'text', 'stop_link', 'list'];

/** Why Start cannot work, why the campaign was paused, or that no agent would send. */
function ofStart({ campaign, profiles, agents, isActive }: NoticeFacts): NoticeKind | undefined {
  const { status, total_list, profiles_able, standstill, start_refusal } = campaign;
  if (status === 'pending' && total_list === 0) return 'nobody';
  if (profiles_able === 0) return ofProfiles(profiles);
  const paused = standstill ? shown(standstill.kind) : undefined;
  if (paused) return paused;
  if (start_refusal && CHANGED_BY_OWNER.includes(start_refusal.kind)) return 'refused';
  return isActive && agents && !agents.some(({ connected }) => connected) ? 'no_agent' : undefined;
}

function ofProfiles(profiles: ProfilePerformance[]): NoticeKind {
  if (restingOf(profiles).length > 0) return 'resting';
  return leftOf(profiles).length > 0 ? 'off' : 'none_left';
}

/** A campaign's profiles that were not deleted. */
export const leftOf = (profiles: ProfilePerformance[]) => profiles.filter(({ deleted_at }) => !deleted_at);

/** Those of them that are blocked or signed out. */
export const restingOf = (profiles: ProfilePerformance[]) =>
  leftOf(profiles).filter(({ blocked_at, signed_out_at }) => blocked_at || signed_out_at);

const isSilent = (kind: StandstillKind): kind is Silent => SILENT.some((one) => one === kind);

const shown = (kind: StandstillKind) => (isSilent(kind) ? undefined : kind);
