import { Button } from '@mantine/core';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { storedToken } from '../../../api/client.ts';
import { useNow } from '../../../clock.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { maskToken } from '../../../format/mask-token.ts';
import { paths } from '../../../paths.ts';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { Steps } from '../../../ui/layout/steps.tsx';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { AgentStart, startTitle, useHasDownloads } from './agent-start.tsx';
import { formatAgent, isScript } from './format-agent.ts';
import css from './no-agent.module.css';

const ASLEEP_WITHIN_MS = 12 * 3_600_000;

type NoAgentProps = { agents: Agent[]; runningCampaigns: number; onHide: () => void };

/** How to start an agent, while none is connected; then that one is, in the same space. */
export function NoAgent(props: NoAgentProps) {
  const connected = props.agents.find((agent) => agent.connected);
  const { agents, runningCampaigns } = useLastMissing(props, connected !== undefined);
  const hasDownloads = useHasDownloads();
  const token = storedToken() ?? '';
  // Complete or not at all, so that nothing in it shifts.
  if (hasDownloads === undefined) return null;
  return (
    <section className={`${css.card} surface`} aria-labelledby="no-agent-title">
      <div className={`${css.how} grow`}>
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
            <div className="shrink">
              <p className="medium" dir="auto">
                {machine_name}
              </p>
              <p className="note">
                {last_seen_at ? 'Last seen ' : ''}
                <RelativeTime iso={last_seen_at} none="Never seen at work" />
              </p>
              {last_seen_at &&
              !isScript({ platform }) &&
              nowMs - Date.parse(last_seen_at) < ASLEEP_WITHIN_MS ? (
                <p className="note">It may be asleep: closing the lid stops the agent.</p>
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
