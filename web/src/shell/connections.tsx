import type { Agent } from '@pigeonpost/contract/calls/agents';
import { IconDeviceLaptop, IconDeviceLaptopOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Connection } from '../api/realtime.ts';
import { formatAgent } from '../features/agents/parts/format-agent.ts';
import { formatClock } from '../format/format-time.ts';
import { paths } from '../paths.ts';
import css from './header.module.css';

/** Whether the page shows present data, or since when it is out of date. */
export function RealtimePresence({ connection }: { connection: Connection }) {
  return (
    <p
      className={`${css.presence} dimmed`}
      role="status"
      data-warning={connection.state === 'lost' || undefined}
    >
      <span className={css.dot} data-state={connection.state} />
      {formatConnection(connection)}
    </p>
  );
}

/** The connected agent's machine, or the way to start one; nothing until it is known. */
export function AgentPresence({ agents }: { agents: Agent[] | undefined }) {
  if (!agents) return null;
  if (agents.length === 0) {
    return (
      <Link
        to={paths.settings}
        search={{ line: 'token' }}
        className={`${css.presence} dimmed`}
        data-warning
        title="Settings say how to start one"
      >
        <IconDeviceLaptopOff size={16} aria-hidden="true" />
        {formatAgents(agents)}
      </Link>
    );
  }
  const outdated = agents.find(({ newer_version }) => newer_version !== null);
  if (outdated) {
    const { agent_version, newer_version } = outdated;
    return (
      <Link
        to={paths.settings}
        search={{ line: 'token' }}
        className={`${css.presence} dimmed`}
        data-warning
        title={`Version ${agent_version}. Version ${newer_version} can be downloaded in Settings`}
      >
        <IconDeviceLaptop size={16} aria-hidden="true" />
        {`${formatAgents(agents)}: update`}
      </Link>
    );
  }
  return (
    <p className={`${css.presence} dimmed`} title={agents.map(({ machine_name }) => machine_name).join(', ')}>
      <IconDeviceLaptop size={16} aria-hidden="true" />
      {formatAgents(agents)}
    </p>
  );
}

type BothConnectionsProps = { connection: Connection; agents: Agent[] | undefined };

/** One labelled dot for both, if there is no room for text. */
export function BothConnections({ connection, agents }: BothConnectionsProps) {
  const words = `${formatConnection(connection)}${agents ? `, ${formatAgents(agents)}` : ''}`;
  const isAgentMissing = connection.state === 'connected' && agents?.length === 0;
  return (
    <span
      className={css.dot}
      role="img"
      aria-label={words}
      title={words}
      data-state={isAgentMissing ? 'partly' : connection.state}
    />
  );
}

function formatConnection(connection: Connection): string {
  if (connection.state === 'connecting') return 'Connecting…';
  if (connection.state === 'connected') return 'Connected';
  return `Disconnected, as of ${formatClock(connection.since)}`;
}

function formatAgents(agents: Agent[]): string {
  if (agents.length > 1) return `${agents.length} agents`;
  return agents[0] ? formatAgent(agents[0]) : 'No agent';
}
