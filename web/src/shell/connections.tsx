import { IconDeviceLaptop, IconDeviceLaptopOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import css from './header.module.css';

/** Connected or Disconnected. */
export function RealtimePresence({ connected }: { connected: boolean }) {
  return (
    <p className={css.presence} role="status">
      <span className={css.dot} data-state={connected ? 'on' : 'off'} />
      {connected ? 'Connected' : 'Disconnected'}
    </p>
  );
}

/** Which machine's agent is there, or the way to start one; nothing until it is known. */
export function AgentPresence({ agents }: { agents: string[] | undefined }) {
  if (!agents) return null;
  if (agents.length === 0) {
    return (
      <Link to={paths.settings} className={css.presence} data-missing title="How to start one is in Settings">
        <IconDeviceLaptopOff size={16} aria-hidden="true" />
        {agentWords(agents)}
      </Link>
    );
  }
  return (
    <p className={css.presence} title={agents.join(', ')}>
      <IconDeviceLaptop size={16} aria-hidden="true" />
      {agentWords(agents)}
    </p>
  );
}

type BothConnectionsProps = { connected: boolean; agents: string[] | undefined };

/** One labelled dot for both, where there is no room for words. */
export function BothConnections({ connected, agents }: BothConnectionsProps) {
  const words = `${connected ? 'Connected' : 'Disconnected'}${agents ? `, ${agentWords(agents)}` : ''}`;
  const partly = agents?.length === 0 ? 'partly' : 'on';
  return (
    <span
      className={css.dot}
      role="img"
      aria-label={words}
      title={words}
      data-state={connected ? partly : 'off'}
    />
  );
}

function agentWords(agents: string[]): string {
  if (agents.length > 1) return `${agents.length} agents`;
  return agents[0] ? `Agent on ${agents[0]}` : 'No agent';
}
