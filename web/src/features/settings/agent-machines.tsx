import { Button } from '@mantine/core';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import { useQuery } from '@tanstack/react-query';
import { confirm } from '../../ui/confirm.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorText } from '../../ui/error-text.ts';
import { formatCount, formatNoun } from '../../ui/format-number.ts';
import type { Column } from '../../ui/table-columns.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.ts';
import { agentsQuery } from '../campaigns/api.ts';
import css from './agent-machines.module.css';
import { revokeAgent } from './api.ts';

/** What an agent calls its system, in the words of its owner; any other stands as it is. */
const SYSTEM_WORDS: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** The machines with an agent token; the shell keeps them current by agent_update (spec 3, Tokens). */
export function AgentMachines() {
  const query = useQuery(agentsQuery);
  return (
    <DataTable
      label="Agent machines"
      title="Agent machines"
      columns={COLUMNS}
      rows={query.data?.agents}
      rowKey={({ id }) => id}
      query={query}
      failure="Failed to fetch agents"
      skeletonRows={2}
      card={(agent) => <MachineCard agent={agent} />}
      empty={
        <EmptyState
          title="No agent yet"
          sentence="Start one as described above; its machine appears here by itself."
        />
      }
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
      <div className={css.head}>
        <Names agent={agent} />
        <RevokeButton agent={agent} />
      </div>
      <div className={css.foot}>
        <Seen agent={agent} />
        <span className={css.dimmed}>{formatNoun(agent.profiles, 'profile')}</span>
      </div>
    </>
  );
}

function Names({ agent: { machine_name, platform, agent_version } }: { agent: Agent }) {
  return (
    <div className={css.names}>
      <p className={css.name} title={machine_name}>
        {machine_name}
      </p>
      <p className={css.dimmed}>
        {SYSTEM_WORDS[platform] ?? platform}, agent {agent_version}
      </p>
    </div>
  );
}

function Seen({ agent: { connected, last_seen_at } }: { agent: Agent }) {
  if (connected) return <span className={css.connected}>Connected</span>;
  return (
    <span className={css.dimmed}>
      <RelativeTime iso={last_seen_at} none="Never" />
    </span>
  );
}

function RevokeButton({ agent }: { agent: Agent }) {
  return (
    <Button
      variant="default"
      size="xs"
      className={css.revoke}
      aria-label={`Revoke ${agent.machine_name}`}
      onClick={() => revoke(agent)}
    >
      Revoke
    </Button>
  );
}

async function revoke({ id, machine_name, profiles }: Agent): Promise<void> {
  const waiting =
    profiles > 0 ? ` Its ${formatNoun(profiles, 'profile')} send no more until it is started anew.` : '';
  const agreed = await confirm({
    title: `Revoke ${machine_name}?`,
    body: `The agent there stops working at once and asks for a token when it is started again.${waiting}`,
    confirmLabel: 'Revoke',
  });
  if (!agreed) return;
  try {
    await revokeAgent(id);
    toast.success(`${machine_name} is revoked.`);
  } catch (error) {
    toast.error(errorText(error, 'Failed to revoke the agent'));
  }
}
