import { Button } from '@mantine/core';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../account/site.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { RelativeTime } from '../../../ui/layout/time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-columns.tsx';
import { agentsQuery, useRevokeAgent } from '../api.ts';
import css from './agent-machines.module.css';
import { formatDriver, formatSystem, isScript } from './format-agent.ts';
import { siteTrouble } from './site-trouble.ts';

/** The machines with an agent token, of which there is one at least; the shell keeps them current by agent_update. */
export function AgentMachines() {
  const query = useQuery(agentsQuery);
  return (
    <DataTable
      label="Agent machines"
      columns={COLUMNS}
      rows={query.data?.agents}
      rowKey={({ id }) => id}
      query={query}
      failure="Failed to fetch agents"
      skeletonRows={2}
      card={(agent) => <MachineCard agent={agent} />}
      empty={null}
    />
  );
}

const COLUMNS: Column<Agent>[] = [
  { head: 'Machine', cell: (agent) => <Names agent={agent} /> },
  { head: 'Last seen', width: '150px', cell: (agent) => <Seen agent={agent} /> },
  {
    head: 'Profiles',
    width: '90px',
    align: 'right',
    cell: ({ profiles }) => formatCount(profiles === 0 ? null : profiles),
  },
  { head: '', width: '120px', align: 'right', cell: (agent) => <RevokeButton agent={agent} /> },
];

function MachineCard({ agent }: { agent: Agent }) {
  return (
    <>
      <div className="spread">
        <Names agent={agent} />
        <RevokeButton agent={agent} />
      </div>
      <div className={`${css.foot} spread`}>
        <Seen agent={agent} />
        <span className="dimmed">{formatNoun(agent.profiles, 'profile')}</span>
      </div>
    </>
  );
}

function Names({ agent }: { agent: Agent }) {
  const { machine_name, platform, agent_version, newer_version } = agent;
  const trouble = siteTrouble(agent, useQuery(siteQuery).data?.site ?? null);
  return (
    <div className={css.names}>
      <p className="one-line name" title={machine_name} dir="auto">
        {machine_name}
      </p>
      <p className="dimmed">
        {isScript(agent)
          ? 'Works with your login token'
          : `${formatSystem(platform)}, agent ${agent_version}`}
      </p>
      {isScript(agent) || !agent.firefox ? null : <p className="dimmed">{formatDriver(agent)}</p>}
      {trouble ? <p className={css.old}>{trouble}</p> : null}
      {newer_version ? <p className={css.old}>Version {newer_version} can be downloaded</p> : null}
    </div>
  );
}

function Seen({ agent: { connected, last_seen_at } }: { agent: Agent }) {
  if (connected) return <span className={css.connected}>Connected</span>;
  return (
    <span className="dimmed">
      <RelativeTime iso={last_seen_at} none="Never" />
    </span>
  );
}

function RevokeButton({ agent }: { agent: Agent }) {
  const { mutate } = useRevokeAgent();
  const revoke = async () => {
    if (await confirm(isScript(agent) ? scriptQuestion(agent) : machineQuestion(agent))) mutate(agent);
  };
  const label = isScript(agent) ? 'Remove' : 'Revoke';
  return (
    <Button
      variant="default"
      size="xs"
      className={css.revoke}
      aria-label={`${label} ${agent.machine_name}`}
      onClick={revoke}
    >
      {label}
    </Button>
  );
}

function machineQuestion({ machine_name, profiles }: Agent) {
  const waiting =
    profiles > 0 ? ` Its ${formatNoun(profiles, 'profile')} stop sending until it is started again.` : '';
  return {
    title: `Revoke ${machine_name}?`,
    body: `The agent there stops working at once and asks for a token when it is started again.${waiting}`,
    confirmLabel: 'Revoke',
  };
}

function scriptQuestion({ machine_name }: Agent) {
  return {
    title: `Remove ${machine_name}?`,
    body: 'It works with your login token: a script that still runs comes back with its next call. Stop it first, or log out to end that token.',
    confirmLabel: 'Remove',
  };
}
