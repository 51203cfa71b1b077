import { spawn } from 'node:child_process';
import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';

// The account can read the environment of its own processes.
const SECRETS = ['SECRET_KEY', 'ADMIN_PASSWORD', 'DATABASE_URL', 'PIGEONPOST_TOKEN'];

/** One of PostgreSQL's programs. */
export interface Program {
  program: string;
  args: string[];
  cwd: string;
  account: Account | undefined;
  /** False for `pg_ctl start`, whose PostgreSQL would hold our pipe open while it runs. */
  listen?: boolean;
  /** Called when it runs. */
  onStart?: (() => void) | undefined;
}

/** Runs it as the account and returns its exit code and output. */
export async function runProgram(options: Program): Promise<{ code: number | null; output: string }> {
  const { program, args, cwd, account, listen = true, onStart } = options;
  // biome-ignore lint/style/noProcessEnv: the programs need the system's variables, whatever they are, but not ours.
  const env = Object.entries(process.env).filter(([name]) => !SECRETS.includes(name));
  const child = spawn(program, args, {
    cwd,
    env: Object.fromEntries(env),
    ...account,
    stdio: listen ? ['ignore', 'pipe', 'pipe'] : 'ignore',
    windowsHide: true,
  });
  if (onStart) child.once('spawn', onStart);
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(unrunnable(program, cause)));
    child.once('close', (code) => resolve({ code, output: output.trim() }));
  });
}

function unrunnable(program: string, cause: Error): StartError {
  return new StartError(
    `PostgreSQL's program ${program} cannot be run here (${cause.message}). Its binaries are made for ` +
      'macOS, Windows, and Linux with glibc; elsewhere, set DATABASE_URL to a PostgreSQL of your own.',
    { cause },
  );
}
