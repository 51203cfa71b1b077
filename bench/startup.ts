import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { type Figure, median, reportFigures, showNumber } from './figures.ts';
import { listProcesses, memoryOf, treeOf } from './memory/processes.ts';

// The time from the start of a server with its own PostgreSQL to its first answer, with a new data folder and with an
// existing one; and the memory of both at rest (Linux): `node bench/startup.ts [rounds] [seconds of rest]`.
const ROUNDS = Number(process.argv[2] ?? 5);
const MAIN = join(import.meta.dirname, '../server/src/start.mjs');
const ASK_EVERY_MS = 10;
const STARTS_WITHIN_MS = 60_000;
const REST_MS = Number(process.argv[3] ?? 20) * 1000;

const first: number[] = [];
const again: number[] = [];
const memory: number[][] = [];
for (let round = 0; round < ROUNDS; round++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-startup-'));
  await chmod(dataDir, 0o711);
  try {
    first.push(await startOnce(dataDir));
    again.push(
      await startOnce(dataDir, round === 0 ? async () => void memory.push(await rest(dataDir)) : undefined),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const show = (times: number[]): string =>
  `${showNumber(median(times) / 1000)} s (${showNumber(Math.min(...times) / 1000)} to ${showNumber(Math.max(...times) / 1000)})`;
const [server = 0, postgres = 0] = memory[0] ?? [];
const figures: Figure[] = [
  { what: 'start to first answer, new folder', ours: show(first) },
  { what: 'start to first answer', ours: show(again), aim: '2 s' },
  {
    what: 'memory of server and PostgreSQL',
    ours: `${server + postgres} MB (${server} and ${postgres})`,
    aim: '200 MB',
  },
];
reportFigures({
  figures,
  notes: [`${ROUNDS} starts of each kind; memory after ${REST_MS / 1000} s of rest.`],
});

/** Milliseconds until the server answers; `use` runs before it ends. */
async function startOnce(dataDir: string, use?: () => Promise<void>): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await firstAnswer(`http://127.0.0.1:${port}/healthz`, child);
    const taken = performance.now() - start;
    await use?.();
    return taken;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(ASK_EVERY_MS);
  }
  throw new Error('The server did not come up.');
}

async function rest(dataDir: string): Promise<number[]> {
  await pause(REST_MS);
  const all = await listProcesses();
  const server = all.filter(({ command, parent }) => parent === process.pid && command.includes(MAIN));
  const postgres = all
    .filter(({ command }) => command.includes(`-D ${dataDir}/`))
    .flatMap((one) => treeOf(one, all));
  return [await memoryOf(server), await memoryOf(postgres)];
}
