import type { CampaignDetails, OpenWindow } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import {
  IconBrandFirefox,
  IconDeviceLaptopOff,
  IconHourglass,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { agentsQuery } from '../agents/api.ts';
import { AgentCommandText } from '../agents/parts/agent-command.tsx';
import { FreezeNotice } from '../freeze/parts/freeze-notice.tsx';
import { useCloseProfiles } from '../profiles/api.ts';
import { profileHints, profileLabel } from '../profiles/parts/folder-hints.ts';
import { restOf } from '../profiles/parts/rest.ts';
import { useTryAgain } from '../profiles/parts/rest-actions.ts';
import { formatRequest } from '../profiles/parts/under-way.ts';
import { isEligible } from './eligible-profiles.ts';

type NoticesProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[] | undefined;
  /** Opening and closing under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** Why the campaign does not send: it was paused, no agent is there, or something else is missing. */
export function CampaignNotices({ campaign, profiles = [], requests }: NoticesProps) {
  const agents = useQuery(agentsQuery).data?.agents;
  const isAgentMissing = agents !== undefined && !agents.some(({ connected }) => connected);
  const { status, paused_reason, waiting_reason, open_windows } = campaign;
  const isWaiting = waiting_reason !== null && open_windows.length === 0;
  const faulted = profiles.filter((row) => isEligible(row) && restOf(row) === 'faulted');
  const isStartable = useSubscriptionActive() && campaignCan('start', status);
  return (
    <>
      <FreezeNotice />
      {status === 'paused' && paused_reason ? (
        <Notice icon={<IconPlayerPause size={18} />} title="Paused">
          {paused_reason}
        </Notice>
      ) : null}
      {isAgentMissing && (isStartable || status === 'running') ? (
        <AgentNotice isRunning={status === 'running'} />
      ) : null}
      {open_windows.length > 0 && !isAgentMissing ? (
        <OpenWindowsNotice windows={open_windows} reason={waiting_reason} requests={requests} />
      ) : null}
      {isWaiting && !isAgentMissing ? (
        <Notice
          icon={<IconHourglass size={18} />}
          title="Waiting"
          action={faulted.length > 0 ? <TryAgain profiles={faulted} /> : undefined}
        >
          {waiting_reason}
        </Notice>
      ) : null}
      {faulted.length > 0 && status === 'running' && !isWaiting && !isAgentMissing ? (
        <Notice
          icon={<IconPlugConnectedX size={18} />}
          title="Cannot start"
          action={<TryAgain profiles={faulted} />}
        >
          {formatFaulted(faulted)}
        </Notice>
      ) : null}
    </>
  );
}

function AgentNotice({ isRunning }: { isRunning: boolean }) {
  return (
    <Notice
      icon={<IconDeviceLaptopOff size={18} />}
      title="No agent connected"
      action={
        <ButtonLink to={paths.pair} search={{}} variant="default">
          Enter a code
        </ButtonLink>
      }
    >
      {isRunning ? 'This campaign waits and continues by itself.' : 'Nothing is sent without one.'} In a
      terminal in the Pigeonpost folder, beside your own Firefox, run <AgentCommandText /> (a machine you
      start for the first time shows a code to confirm).
    </Notice>
  );
}

/** Has all of them tried again that are not missing from their machine. */
function TryAgain({ profiles }: { profiles: ProfilePerformance[] }) {
  const isActive = useSubscriptionActive();
  const tried = profiles.filter(({ fault_until }) => fault_until !== null);
  const { tryAgain, isPending } = useTryAgain(
    tried.map(({ profile_id, profile_name }) => ({ id: profile_id, profile_name })),
  );
  if (tried.length === 0) return null;
  return (
    <ReasonButton
      variant="default"
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

type OpenWindowsProps = Pick<NoticesProps, 'requests'> & { windows: OpenWindow[]; reason: string | null };

/** Windows that a person has open over profiles of the campaign: they send nothing until they are closed. */
function OpenWindowsNotice({ windows, reason, requests }: OpenWindowsProps) {
  const { mutateAsync, isPending } = useCloseProfiles();
  const hints = profileHints(windows);
  const names = windows.map((profile) => profileLabel(profile, hints)).join(', ');
  const open = windows.filter(({ profile_path }) => !requests.has(profile_path));
  const [request] = windows.flatMap(({ profile_path }) => requests.get(profile_path) ?? []);
  const underWay = request && open.length === 0 ? formatRequest(request) : undefined;
  const close = async () => {
    try {
      await mutateAsync(open.map(({ profile_path }) => profile_path));
    } catch (error) {
      toast.failure(error, 'Failed to send profile closing request');
    }
  };
  return (
    <Notice
      icon={<IconBrandFirefox size={18} />}
      title={reason ? 'Waiting' : 'Open in Firefox'}
      action={
        <ReasonButton variant="default" loading={isPending} reason={underWay} onClick={close}>
          {underWay ?? (windows.length === 1 ? 'Close' : `Close ${formatNoun(open.length, 'window')}`)}
        </ReasonButton>
      }
    >
      {reason ??
        `${names} ${windows.length === 1 ? 'sends' : 'send'} nothing while a person has ${windows.length === 1 ? 'it' : 'them'} open; the other profiles go on.`}
    </Notice>
  );
}
