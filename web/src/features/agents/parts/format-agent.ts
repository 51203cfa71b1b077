import type { Agent } from '@pigeonpost/contract/calls/agents';

/** A script that works with its user's login token: it has no machine and no version. */
export function isScript({ platform }: Pick<Agent, 'platform'>): boolean {
  return platform === 'script';
}

/** What an agent calls its system, in the words of its owner; any other stands as it is. */
const SYSTEM_WORDS: Record<string, string> = { darwin: 'macOS', linux: 'Linux', win32: 'Windows' };

/** As people call it; a system that is not known by name is shown as it calls itself. */
export function formatSystem(platform: string): string {
  return SYSTEM_WORDS[platform] ?? platform;
}

/** 'Agent on studio-mac', or what a script of the user's own is called. */
export function formatAgent(agent: Pick<Agent, 'platform' | 'machine_name'>): string {
  return isScript(agent) ? agent.machine_name : `Agent on ${agent.machine_name}`;
}

/** The site driver that an agent works through, and what it lacks. */
export function formatDriver({ drivers, counts_unread }: Pick<Agent, 'drivers' | 'counts_unread'>): string {
  if (drivers.length === 0) return 'No site driver: sends nothing';
  const names = `Driver ${drivers.join(', ')}`;
  return counts_unread ? names : `${names}, counts no unread messages`;
}
