import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { startChild } from '@pigeonpost/e2e/processes/child.ts';
import { listProcesses, memoryOf, type Process, treeOf } from './memory/processes.ts';

// The memory of the demo's programs at rest, and of each driven Firefox, in MB of PSS: memory shared by several
// processes counts in part for each, so the sum is the machine's use. Linux only: `node bench/memory.ts`.
const DEMO = join(import.meta.dirname, '../e2e/demo/main.ts');
const PORTS = { PORT: '0', PRACTICE_PORT: '0' };
const REST_MS = 20_000;
const SENT_FIRST = 4;
const SENDS_WITHIN_MS = 180_000;

const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-memory-'));
const demo = startChild({ program: DEMO, env: { ...process.env, ...PORTS, DATA_DIR: dataDir }, onLine() {} });
try {
  const [, url = '', id] = await demo.line(/Open the campaign at (http\S+)\/campaigns\/(\d+)/);
  await pause(REST_MS);
  console.log(`At rest for ${REST_MS / 1000} s`);
  console.table(await measure());
  await sendSome(url, Number(id));
  console.log(`While sending, after ${SENT_FIRST} messages`);
  console.table(await measure());
} finally {
  await demo.end();
  await rm(dataDir, { recursive: true, force: true });
}

async function measure(): Promise<Record<string, { processes: number; MB: number }>> {
  const all = await listProcesses();
  const ofDemo = all.filter(({ parent }) => parent === demo.pid);
  const program = (path: string) => ofDemo.filter(({ command }) => command.includes(path));
  const agents = program('agent/src/main.ts');
  const firefoxes = all.filter(({ parent }) => agents.some(({ pid }) => pid === parent));
  const parts: Record<string, Process[]> = {
    server: program('server/src/start.mjs'),
    // It outlives the server that starts it, so it has no parent among these programs.
    PostgreSQL: all
      .filter(({ command }) => command.includes(`-D ${dataDir}/`))
      .flatMap((postmaster) => treeOf(postmaster, all)),
    'practice inbox': program('practice/src/main.ts'),
    agent: agents,
  };
  firefoxes.forEach((firefox, index) => {
    parts[`Firefox ${index + 1}`] = treeOf(firefox, all);
  });
  const rows = await Promise.all(
    Object.entries(parts).map(
      async ([name, processes]) =>
        [name, { processes: processes.length, MB: await memoryOf(processes) }] as const,
    ),
  );
  return Object.fromEntries(rows);
}

/** Starts the demo's campaign and waits until some of its messages are out. */
async function sendSome(url: string, id: number): Promise<void> {
  const visitor = createClient({ baseUrl: url, token: () => undefined });
  const body = JSON.parse(await readFile(join(dataDir, 'demo/sign-in.json'), 'utf8'));
  const { token } = await visitor('POST /api/auth/login', { body });
  const call = createClient({ baseUrl: url, token: () => token });
  await call('POST /api/campaigns/{id}/start', { params: { id } });
  const end = performance.now() + SENDS_WITHIN_MS;
  while (performance.now() < end) {
    const { campaign } = await call('GET /api/campaigns/{id}', { params: { id } });
    if (campaign.total_sent >= SENT_FIRST) return;
    await pause(500);
  }
  throw new Error('The demo sends nothing.');
}
