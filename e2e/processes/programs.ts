import { join } from 'node:path';
import { type Child, startChild } from './child.ts';

const ROOT = join(import.meta.dirname, '../..');

type Environment = Record<string, string | undefined>;
type Tell = (line: string) => void;

export interface Reached extends Child {
  url: string;
}

/** Starts the server and waits until it listens. */
export async function startServer(env: Environment, onLine: Tell): Promise<Reached> {
  const child = startChild({
    program: join(ROOT, 'server/src/start.mjs'),
    env: { ...process.env, ...env },
    onLine,
  });
  const [, url = ''] = await child.line(/listens on (http\S+)/);
  return { ...child, url };
}

/** Starts the practice inbox and waits until it answers. */
export async function startPractice(env: Environment, onLine: Tell): Promise<Reached> {
  const child = startChild({
    program: join(ROOT, 'practice/src/main.ts'),
    env: { ...process.env, ...env },
    onLine,
  });
  const [, url = ''] = await child.line(/Practice inbox on (http\S+)/);
  return { ...child, url };
}

/** Starts Vite with hot reload on the pages of that server, signed in by that token, and waits until it listens. */
export async function startPages(
  { url, token }: { url: string; token: string },
  onLine: Tell,
): Promise<Reached> {
  const child = startChild({
    program: join(ROOT, 'web/dev.ts'),
    env: { ...process.env, SERVER_URL: url, LOGIN_TOKEN: token },
    onLine,
  });
  const [, pages = ''] = await child.line(/Pages on (http\S+)/);
  return { ...child, url: pages };
}

/** Starts an agent; it says itself when it is connected. */
export function startAgent(env: Environment, onLine: Tell): Child {
  return startChild({ program: join(ROOT, 'agent/src/main.ts'), env: { ...process.env, ...env }, onLine });
}
