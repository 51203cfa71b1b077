import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import type { DatabaseAddress } from '../database/opening/connect.ts';

export const ADMIN_PASSWORD = 'lantern-hill-42';

/** A server as `npm start` runs it, in its own process. */
interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** Its output. */
  said: string[];
  /** Its exit code; null after a signal. */
  ended: Promise<number | null>;
  lastLine: Promise<unknown>;
}

/** Starts it on that database; it is killed when the test ends. */
export async function startServerProcess(
  t: TestContext,
  { address, preload = [], env }: { address: DatabaseAddress; preload?: string[]; env?: NodeJS.ProcessEnv },
): Promise<ServerProcess> {
  const program = join(import.meta.dirname, '..', 'start.mjs');
  const child = spawn(process.execPath, [...preload.flatMap((code) => ['--import', code]), program], {
    env: {
      ...process.env,
      DATABASE_URL: address.connectionString,
      SECRET_KEY: 'ab'.repeat(32),
      ADMIN_PASSWORD,
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      const address = /listens on (http[^\s"]+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
    ended.then((code) => reject(new Error(`The server ended (${code}): ${said.join('\n')}`)));
  });
  return { child, url, said, ended, lastLine: once(lines, 'close') };
}
