import type { Agent } from '@pigeonpost/contract/calls/agents';

/** A script with its user's login token: it has no machine and no version. */
export function isScript({ platform }: Pick<Agent, 'platform'>): boolean {
  return platform === 'script';
}

/** Whether it is connected and can send; what it sends with is for the server to judge. */
export const canSend = (agent: Agent): boolean =>
  agent.connected && (isScript(agent) || agent.drivers.length > 0);

/** The names of systems for people; an unknown one is shown as it is. */
const SYSTEM_WORDS: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** The system's name for people; an unknown one is shown as it is. */
export function formatSystem(platform: string): string {
  return SYSTEM_WORDS[platform] ?? platform;
}

/** 'Agent on studio-mac', or the name of a user's own script. */
export function formatAgent(agent: Pick<Agent, 'platform' | 'machine_name'>): string {
  return isScript(agent) ? agent.machine_name : `Agent on ${agent.machine_name}`;
}

/** The site driver of an agent, and what it lacks. */
export function formatDriver({ drivers, counts_unread }: Pick<Agent, 'drivers' | 'counts_unread'>): string {
  if (drivers.length === 0) return 'No site driver: sends nothing';
  const names = `Driver ${drivers.join(', ')}`;
  return counts_unread ? names : `${names}, counts no unread messages`;
}
