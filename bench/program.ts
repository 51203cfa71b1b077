import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A measure's program that runs as its own process and serves at an address. */
interface Program {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts it and waits for its address, which it sends once it listens. */
export async function startProgram(path: string, env: Record<string, string> = {}): Promise<Program> {
  const child = fork(join(import.meta.dirname, path), { env: { ...process.env, ...env } });
  const sent = once(child, 'message').then(([message]) => (message as { url: string }).url);
  const ended = once(child, 'exit');
  const url = await Promise.race([
    sent,
    ended.then(([code]) => Promise.reject(new Error(`${path} ended (${code}) before it listened.`))),
  ]);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
