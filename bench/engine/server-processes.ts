import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, '../../server/src/main.ts');

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** A server as `npm start` runs it, in its own process, on that database. */
export async function startServerProcess(databaseUrl: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'ab'.repeat(32),
      ADMIN_PASSWORD: 'bench-kiln-9000',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    url: await readUrl(child),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('The server has no output.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /listens on (http[^\s"]+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
}
