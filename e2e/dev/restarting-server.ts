import { join } from 'node:path';
import { type Reached, startServer } from '../processes/programs.ts';
import { nextSourceChange } from './watch-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['server/src', 'server/functions', 'server/migrations', 'contract/src'].map((folder) =>
  join(ROOT, folder),
);

/**
 * A server that is restarted at the same address whenever one of its sources changes. One that does not start, such as
 * for a mistyped line, waits for the next change. `end` ends it for good.
 */
export async function startRestartingServer(
  env: Record<string, string | undefined>,
  tell: (line: string) => void,
): Promise<{ url: string; end: () => Promise<unknown> }> {
  let change = nextSourceChange(SOURCES);
  let server: Reached | undefined = await startServer(env, tell);
  const { url } = server;
  const { port } = new URL(url);
  let isEnding = false;
  let restart: Promise<unknown> = Promise.resolve();

  void follow();
  return {
    url,
    async end() {
      isEnding = true;
      await restart;
      await server?.end();
    },
  };

  async function follow(): Promise<void> {
    while (!isEnding) {
      const name = await change;
      if (isEnding) return;
      // Watched before the sources are read, so that no change is missed.
      change = nextSourceChange(SOURCES);
      tell(`${name} has changed: starting again`);
      restart = startAnew();
      await restart;
    }
  }

  async function startAnew(): Promise<void> {
    await server?.end();
    server = await startServer({ ...env, PORT: port }, tell).catch(() => {
      tell('The server did not start. It is tried again at the next change.');
      return undefined;
    });
  }
}
