import { Button } from '@mantine/core';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { storedToken } from '../../../api/client.ts';
import { useNow } from '../../../clock.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { maskToken } from '../../../format/mask-token.ts';
import { paths } from '../../../paths.ts';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { Steps } from '../../../ui/layout/steps.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { runningCountQuery } from '../../campaign-log/api.ts';
import { agentDownloadsQuery, agentsQuery } from '../api.ts';
import { AgentStart, startTitle, useHasDownloads } from './agent-start.tsx';
import { formatAgent, isScript } from './format-agent.ts';
import css from './no-agent.module.css';

/** Whether any agent is connected; undefined until that is known. The shell keeps it current by agent_update. */
export function useIsAgentThere(): boolean | undefined {
  return useQuery(agentsQuery).data?.agents.some(({ connected }) => connected);
}

type NoAgentCardProps = {
  children?: ReactNode;
  /** The loading text until the children are shown: 'Loading profiles'. */
  loading?: string;
};

/**
 * The instructions to start an agent, above the children, which are shown once it is known whether the instructions
 * are. After that nothing shifts: once an agent is connected the instructions say so until they are hidden; if it
 * disconnects later, they come below.
 */
export function NoAgentCard({ children, loading }: NoAgentCardProps) {
  const { data, isPending } = useQuery(agentsQuery);
  const running = useQuery(runningCountQuery).data ?? 0;
  const isMissing = data !== undefined && !data.agents.some(({ connected }) => connected);
  // The same query as theirs, so that the children are shown in the same commit, and nothing shifts.
  const downloads = useQuery({ ...agentDownloadsQuery, enabled: isMissing });
  const isShown = !isPending && !(isMissing && downloads.isPending);
  const [place, setPlace] = useState<'above' | 'below' | 'hidden'>();
  if (place === undefined && data) setPlace(isMissing ? 'above' : 'hidden');
  if (place === 'hidden' && isMissing) setPlace('below');
  if (place === 'below' && !isMissing) setPlace('hidden');
  const card = data && (
    <NoAgent agents={data.agents} runningCampaigns={running} onHide={() => setPlace('hidden')} />
  );
  return (
    <>
      {place === 'above' ? card : null}
      {isShown || !loading ? null : <Waiting label={loading} />}
      {children ? <div hidden={!isShown}>{children}</div> : null}
      {place === 'below' ? card : null}
    </>
  );
}

const ASLEEP_WITHIN_MS = 12 * 3_600_000;

type NoAgentProps = { agents: Agent[]; runningCampaigns: number; onHide: () => void };

/** How to start an agent, while none is connected; then that one is, in the same space. */
function NoAgent(props: NoAgentProps) {
  const connected = props.agents.find((agent) => agent.connected);
  const { agents, runningCampaigns } = useLastMissing(props, connected !== undefined);
  const hasDownloads = useHasDownloads();
  const token = storedToken() ?? '';
  // Complete or not at all, so that nothing in it shifts.
  if (hasDownloads === undefined) return null;
  return (
    <section className={css.card} aria-labelledby="no-agent-title">
      <div className={css.how}>
        <h2 id="no-agent-title" className={css.title}>
          {connected ? 'Agent connected' : 'No agent connected'}
        </h2>
        {connected ? (
          <Button variant="subtle" size="compact-sm" className={css.hide} onClick={props.onHide}>
            Hide
          </Button>
        ) : null}
        <p className={css.sentence}>
          The agent is a small program on your computer. It opens your Firefox profiles and sends.
        </p>
        <Steps
          steps={[
            {
              title: startTitle(hasDownloads),
              children: <AgentStart />,
            },
            {
              title: 'The first time, the agent shows a code',
              note: (
                <>
                  It opens a page here: press Connect. No page?{' '}
                  <Link to={paths.pair}>Enter the code it shows</Link>, or paste this token:
                </>
              ),
              children: <CopyField text={token} shown={maskToken(token)} label="Copy token" />,
            },
            connected
              ? { title: 'Connected', note: formatAgent(connected), done: true }
              : {
                  title: 'Waiting for the agent',
                  note: 'This page continues when it is connected.',
                  waiting: true,
                },
          ]}
        />
      </div>
      {agents.length > 0 || runningCampaigns > 0 ? (
        <div className={css.aside}>
          {agents.length > 0 ? <Machines agents={agents} /> : null}
          {runningCampaigns > 0 ? <Meanwhile runningCampaigns={runningCampaigns} /> : null}
        </div>
      ) : null}
    </section>
  );
}

/** The content from before an agent was connected, so that nothing beside the steps shifts. */
function useLastMissing({ agents, runningCampaigns }: NoAgentProps, isConnected: boolean) {
  const [last, setLast] = useState({ agents, runningCampaigns });
  const isOther = last.agents !== agents || last.runningCampaigns !== runningCampaigns;
  if (!isConnected && isOther) setLast({ agents, runningCampaigns });
  return isConnected ? last : { agents, runningCampaigns };
}

function Machines({ agents }: { agents: Agent[] }) {
  const nowMs = useNow(60);
  return (
    <div>
      <h3 className={css.label}>Your machines</h3>
      <ul className={css.machines}>
        {agents.map(({ id, machine_name, platform, last_seen_at }) => (
          <li key={id} className={css.machine}>
            <IconDeviceLaptop size={18} aria-hidden="true" />
            <div className={css.words}>
              <p className={css.name} dir="auto">
                {machine_name}
              </p>
              <p className={css.note}>
                {last_seen_at ? 'Last seen ' : ''}
                <RelativeTime iso={last_seen_at} none="Never seen at work" />
              </p>
              {last_seen_at &&
              !isScript({ platform }) &&
              nowMs - Date.parse(last_seen_at) < ASLEEP_WITHIN_MS ? (
                <p className={css.note}>It may be asleep: closing the lid stops the agent.</p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Meanwhile({ runningCampaigns }: { runningCampaigns: number }) {
  return (
    <div>
      <h3 className={css.label}>Meanwhile</h3>
      <p className={css.sentence}>
        {formatNoun(runningCampaigns, 'running campaign')} {runningCampaigns === 1 ? 'waits' : 'wait'}.
        Sending goes on when an agent is back, and nobody gets a message twice.
      </p>
    </div>
  );
}
