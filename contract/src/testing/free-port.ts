import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems assign by themselves: while its program is dead, or not started yet, no connection and no
// other server may get it.
const LOWEST = 20_000;
const COUNT = 10_000;

/** A free port that stays free while its program is dead. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
