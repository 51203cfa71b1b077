import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconDeviceLaptopOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { DateTime } from '../../ui/layout/time.tsx';
import { agentsQuery } from '../agents/api.ts';
import { AgentStart, startTitle, useHasDownloads } from '../agents/parts/agent-start.tsx';
import css from './campaign-page.module.css';

/** That no agent sends for the campaign: which is away and since when, and how one is started. */
export function AgentNotice({ campaign }: { campaign: Campaign }) {
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
          <p className={css.startTitle}>{startTitle(hasDownloads)}</p>
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

/** The agent that the campaign waits for, where it is clear which one it is. */
function awayOf({ standstill }: Campaign, agents: Agent[]): Agent | undefined {
  if (standstill?.kind === 'machine')
    return agents.find(({ machine_name }) => standstill.words.endsWith(` ${machine_name}`));
  const [only, another] = agents;
  return only?.last_seen_at && !another ? only : undefined;
}
