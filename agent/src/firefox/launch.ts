import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The environment for Firefox: the agent's, without the agent's secrets. */
export function firefoxEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PIGEONPOST_TOKEN: _, ...rest } = env;
  return rest;
}

/**
 * The command in front of Firefox's program that makes the kernel end it when the agent dies, even by SIGKILL. Empty
 * without setpriv (BusyBox's cannot do it): then the next start ends the orphan.
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

/** Sends a signal to a process, or to its whole group; a process that is gone already is no error. */
export function sendSignal(pid: number, name: NodeJS.Signals, { group = false } = {}): void {
  try {
    process.kill(group && process.platform !== 'win32' ? -pid : pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
