import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The environment for Firefox: the agent's, without the agent's secrets. */
export function firefoxEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PIGEONPOST_TOKEN: _, ...rest } = env;
  return rest;
}

/**
 * What stands before Firefox's program so that the kernel ends it when the agent dies, even by SIGKILL.
 * Nothing where there is no setpriv (or BusyBox's, which cannot): then the next start ends the orphan.
 */
export async function endWithAgentCommand(env: NodeJS.ProcessEnv): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const prefix = ['setpriv', '--pdeathsig', 'TERM', '--'];
  try {
    await run('setpriv', [...prefix.slice(1), 'true'], { env });
    return prefix;
  } catch {
    return [];
  }
}

/** Sends a signal to a process, or to its whole group; one that is gone already is fine. */
export function sendSignal(pid: number, name: NodeJS.Signals, { group = false } = {}): void {
  try {
    process.kill(group && process.platform !== 'win32' ? -pid : pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
