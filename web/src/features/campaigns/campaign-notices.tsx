import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import type { StandstillKind } from '@pigeonpost/contract/campaigns';
import { isTimeWait } from '@pigeonpost/contract/time-waits';
import {
  IconAlertTriangle,
  IconDeviceLaptopOff,
  IconHourglass,
  IconPlayerPause,
  IconPlugConnectedX,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { agentsQuery } from '../agents/api.ts';
import { AgentStart, startTitle, useHasDownloads } from '../agents/parts/agent-start.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { listQuery } from '../lists/api.ts';
import { restOf } from '../profiles/parts/rest.ts';
import { useTryAgain } from '../profiles/parts/rest-actions.ts';
import { siteQuery } from '../site/api.ts';
import { useMistypedBlank } from '../templates/parts/use-mistyped-blank.ts';
import { useChangeMessage } from './api.ts';
import css from './campaign-page.module.css';
import { hasEnded, isEligible } from './parts/campaign-state.ts';
import { OpenWindowsNotice, RestingNotice } from './profile-notices.tsx';
import { ScheduleNotice } from './schedule-notice.tsx';
import { TimeNotice } from './time-notice.tsx';
import { UndoBar } from './undo-bar.tsx';

const WaitsForNotice = lazyPart(() => import('./waits-for-notice.tsx').then((m) => m.WaitsForNotice));
const ReviewNotice = lazyPart(() => import('./review-notice.tsx').then((m) => m.ReviewNotice));

type NoticesProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[] | undefined;
  /** Open and close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Between head and figures: why the campaign does not send, and the one action about it. */
export function CampaignNotices({ campaign, profiles = [], requests }: NoticesProps) {
  // While no profile can send, nobody could be given its people. A server of the version before knows of none.
  const hasWaiting =
    campaign.waits_for?.length > 0 && profiles.some((one) => !one.deleted_at && isEligible(one));
  return (
    <>
      <FreezeNotice filled={campaign.standstill?.kind === 'frozen'} />
      <ScheduleNotice campaign={campaign} />
      <UndoBar campaign={campaign} />
      {hasEnded(campaign) ? null : campaign.status === 'running' ? (
        <RunningNotice campaign={campaign} profiles={profiles} requests={requests} />
      ) : hasWaiting && campaign.profiles_able === 0 ? null : (
        <StartNotice campaign={campaign} profiles={profiles} requests={requests} />
      )}
      {hasWaiting ? <WaitsForNotice campaign={campaign} profiles={profiles} requests={requests} /> : null}
      <MistypedMessage campaign={campaign} />
    </>
  );
}

type TroubleProps = Required<NoticesProps> & { profiles: ProfilePerformance[] };

/** What a running campaign waits for, or which of its profiles do not send. */
function RunningNotice({ campaign, profiles, requests }: TroubleProps) {
  const { stage, standstill, waiting_reason, open_windows } = campaign;
  const faulted = profiles.filter((row) => isEligible(row) && restOf(row) === 'faulted');
  const kind = standstill?.kind;
  if (kind === 'frozen') return null;
  if (kind === 'agent' || kind === 'machine') return <AgentNotice campaign={campaign} />;
  if (open_windows.length > 0)
    return <OpenWindowsNotice windows={open_windows} isWaiting={kind === 'window'} requests={requests} />;
  // Until then the undo bar says when it starts.
  if (standstill && stage === 'starting' && isTimeWait(standstill.kind)) return null;
  if (standstill && isTimeWait(standstill.kind))
    return <TimeNotice campaign={campaign} kind={standstill.kind} />;
  if (standstill) {
    return (
      <Notice
        icon={<IconHourglass size={18} />}
        title="Waiting."
        action={
          kind === 'fault' ? (
            <TryAgain profiles={faulted} filled />
          ) : kind === 'driver' ? (
            <ChooseSite />
          ) : undefined
        }
      >
        {waiting_reason}
      </Notice>
    );
  }
  if (faulted.length === 0) return null;
  return (
    <Notice
      icon={<IconPlugConnectedX size={18} />}
      title="Cannot start."
      action={<TryAgain profiles={faulted} />}
    >
      {formatFaulted(faulted)}
    </Notice>
  );
}

/** The way to Settings where the site is chosen; a server for the practice inbox has one alone. */
function ChooseSite() {
  const isPractice = useQuery(siteQuery).data?.is_practice;
  return isPractice === false ? (
    <ButtonLink to={paths.settings} hash="site">
      Choose the site
    </ButtonLink>
  ) : null;
}

/** Why Start cannot work, why the campaign was paused, or that no agent would send. */
function StartNotice({ campaign, profiles, requests }: TroubleProps) {
  const { status, total_list, profiles_able, paused_reason, standstill } = campaign;
  const agents = useQuery(agentsQuery).data?.agents;
  const isActive = useSubscriptionActive();
  if (status === 'pending' && total_list === 0) return <NobodyNotice campaign={campaign} />;
  if (profiles_able === 0)
    return <RestingNotice campaign={campaign} profiles={profiles} requests={requests} />;
  if (campaign.stage === 'review') return <ReviewNotice campaign={campaign} profiles={profiles} />;
  if (standstill && standstill.kind !== 'by_you') {
    return (
      <Notice icon={<IconPlayerPause size={18} />} title="Paused.">
        {standstill.kind === 'ready'
          ? 'None of its profiles could send. Now one can: press Start to continue.'
          : `${paused_reason}.${isActive ? howToContinue(standstill.kind) : ''}`}
      </Notice>
    );
  }
  if (!isActive || !agents || agents.some(({ connected }) => connected)) return null;
  return <AgentNotice campaign={campaign} />;
}

const howToContinue = (kind: StandstillKind) =>
  kind === 'last_moment' ? ' Change or remove it, then press Start.' : ' Press Start to continue.';

function NobodyNotice({ campaign: { list_id, list_name } }: { campaign: CampaignDetails }) {
  const { data: list } = useQuery({ ...listQuery(list_id ?? 0), enabled: list_id !== null });
  return (
    <Notice
      icon={<IconUsers size={18} />}
      title={
        list?.recipient_count === 0
          ? `Nobody is in ${list_name} yet.`
          : `Everybody in ${list_name} has been written to.`
      }
      action={
        list_id === null ? undefined : (
          <ButtonLink to={paths.list} params={{ id: list_id }}>
            Add people
          </ButtonLink>
        )
      }
    >
      Add people, or make a campaign for another list.
    </Notice>
  );
}

/** Tries all of them again that their machine lists. */
function TryAgain({ profiles, filled }: { profiles: ProfilePerformance[]; filled?: boolean }) {
  const isActive = useSubscriptionActive();
  const tried = profiles.filter(({ fault_until }) => fault_until !== null);
  const { tryAgain, isPending } = useTryAgain(
    tried.map(({ profile_id, profile_name }) => ({ id: profile_id, profile_name })),
  );
  if (tried.length === 0) return null;
  return (
    <ReasonButton
      variant={filled ? 'filled' : 'default'}
      loading={isPending}
      reason={isActive ? undefined : 'Renew to use profiles'}
      onClick={tryAgain}
    >
      Try again
    </ReasonButton>
  );
}

function formatFaulted(profiles: ProfilePerformance[]): string {
  const names = profiles.map(({ profile_name }) => profile_name).join(', ');
  const [it, sends] = profiles.length === 1 ? ['it', 'sends'] : ['them', 'send'];
  return `${names} ${sends} nothing while Firefox cannot start with ${it}; the other profiles go on.`;
}

/** On a campaign that has not started: an unknown placeholder in its message, with the correction. */
function MistypedMessage({ campaign }: { campaign: Campaign }) {
  const { id, status, template_content } = campaign;
  const isActive = useSubscriptionActive();
  const { mutate, isPending } = useChangeMessage(id);
  const found = useMistypedBlank(template_content);
  if (status !== 'pending' || found === undefined) return null;
  return (
    <Notice
      icon={<IconAlertTriangle size={18} />}
      title={`${found.mistyped} would be sent as it stands.`}
      action={
        <ReasonButton
          variant="default"
          loading={isPending}
          reason={isActive ? undefined : 'Renew to change messages'}
          onClick={() => mutate(found.corrected)}
        >
          Change it to {'{username}'}
        </ReasonButton>
      }
    >
      Nobody’s name takes its place.
    </Notice>
  );
}

/** No agent sends for the campaign: which one is away and since when, and how to start one. */
function AgentNotice({ campaign }: { campaign: Campaign }) {
  const agents = useQuery(agentsQuery).data?.agents ?? [];
  const away = awayOf(campaign, agents);
  const isRunning = campaign.status === 'running';
  const hasDownloads = useHasDownloads();
  return (
    <Notice
      icon={<IconDeviceLaptopOff size={18} />}
      title={away ? `The agent on ${away.machine_name} is away.` : 'No agent is connected.'}
      action={
        <ButtonLink to={paths.pair} search={{}} variant="default">
          Enter a code
        </ButtonLink>
      }
      below={
        <div className={css.agentStart}>
          <p className={`${css.startTitle} note`}>{startTitle(hasDownloads)}</p>
          <AgentStart filled={isRunning} />
        </div>
      }
    >
      {away?.last_seen_at ? (
        <>
          Last seen <DateTime iso={away.last_seen_at} />.{' '}
        </>
      ) : null}
      {isRunning
        ? `Nothing is sent until ${away ? 'it is back' : 'one is'}; then this campaign continues by itself.`
        : 'Nothing is sent without one.'}
    </Notice>
  );
}

/** The agent that the campaign waits for, if that is certain. */
function awayOf({ standstill }: Campaign, agents: Agent[]): Agent | undefined {
  if (standstill?.kind === 'machine')
    return agents.find(({ machine_name }) => standstill.words.endsWith(` ${machine_name}`));
  const [only, another] = agents;
  return only?.last_seen_at && !another ? only : undefined;
}
