import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { type Clock, systemClock } from './clock.ts';
import type { Store } from './conversations.ts';
import { addMessageRoutes } from './message-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import { type Arrived, openRecord } from './record.ts';
import { addSignInRoutes } from './sign-in-routes.ts';
import type { Site } from './site.ts';
import { explainListenError, StartError } from './start-error.ts';
import { addSwitchRoutes } from './switch-routes.ts';
import { type Latency, openSwitches } from './switches.ts';

const ASSETS = {
  'site.css': 'text/css; charset=utf-8',
  'inbox.js': 'text/javascript; charset=utf-8',
  'thread.js': 'text/javascript; charset=utf-8',
};

export type PracticeInboxOptions = {
  /** The folder of the record and of the switches; made if it is missing. */
  dataDir: string;
  /** 0 takes any free port. */
  port: number;
  host?: string;
  latency?: Partial<Latency>;
  clock?: Clock;
};

export type PracticeInbox = {
  url: string;
  /** All messages that arrived so far, in order. */
  record(): readonly Arrived[];
  /** Stops at once: slow answers are dropped, recorded messages stay. */
  close(): Promise<void>;
};

/** Starts the practice inbox: a small message site for the demo and the tests. */
export async function startPracticeInbox(options: PracticeInboxOptions): Promise<PracticeInbox> {
  const { dataDir, port, host = '127.0.0.1', latency, clock = systemClock } = options;
  await mkdir(dataDir, { recursive: true });
  const store = await openStore(dataDir, clock);
  if (latency) await store.switches.change((state) => void Object.assign(state.latency, latency));

  const closing = new AbortController();
  const app = Fastify({ forceCloseConnections: true });
  addRoutes({
    app,
    store,
    clock,
    async lag(what) {
      await clock.sleep(store.switches.state.latency[what], closing.signal);
      closing.signal.throwIfAborted();
    },
  });
  app.addHook('preClose', async () => closing.abort());
  app.addHook('onClose', () => store.record.close());

  const url = await app.listen({ host, port }).catch(async (error) => {
    await app.close();
    const sentence = explainListenError(error, { host, port });
    throw sentence === undefined ? error : new StartError(sentence, { cause: error });
  });
  return { url, record: () => store.record.all(), close: () => app.close() };
}

async function openStore(dataDir: string, clock: Clock): Promise<Store> {
  const [record, switches] = await Promise.all([
    openRecord(join(dataDir, 'record.jsonl')),
    openSwitches(join(dataDir, 'switches.json')),
  ]);
  return { record, switches, clock };
}

function addRoutes(site: Site): void {
  addAssets(site);
  addSignInRoutes(site);
  addPageRoutes(site);
  addMessageRoutes(site);
  addSwitchRoutes(site);
}

function addAssets({ app }: Site): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const path = join(import.meta.dirname, 'browser', name);
    app.get(`/assets/${name}`, async (_request, reply) => reply.type(type).send(await readFile(path)));
  }
}
