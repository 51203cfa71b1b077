import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import { campaignCan } from '@pigeonpost/contract/campaigns';
import { IconDeviceLaptopOff, IconHourglass, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { agentsQuery } from './api.ts';

/** Why the campaign does not send: it was paused, no agent is there, or something else is missing. */
export function CampaignNotices({ campaign }: { campaign: CampaignDetails }) {
  const agents = useQuery(agentsQuery).data?.agents;
  const isAgentMissing = agents !== undefined && !agents.some(({ connected }) => connected);
  const { status, paused_reason, waiting_reason } = campaign;
  const isStartable = useSubscriptionActive() && campaignCan('start', status);
  return (
    <>
      {status === 'paused' && paused_reason ? (
        <Notice icon={<IconPlayerPause size={18} />} title="Paused">
          {paused_reason}
        </Notice>
      ) : null}
      {isAgentMissing && (isStartable || status === 'running') ? (
        <AgentNotice isRunning={status === 'running'} />
      ) : null}
      {waiting_reason && !isAgentMissing ? (
        <Notice icon={<IconHourglass size={18} />} title="Waiting">
          {waiting_reason}
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
        <ButtonLink to={paths.settings} variant="default">
          Show the token
        </ButtonLink>
      }
    >
      {isRunning ? 'This campaign waits and goes on by itself.' : 'Nothing is sent without one.'} In a
      terminal in the Pigeonpost folder, beside your own Firefox, run <code>npm run agent</code>; a machine
      you start for the first time asks for your token.
    </Notice>
  );
}
