import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { startBenchServer } from './server.ts';

// How long an import of a million names takes over HTTP, beside a bare COPY of the same rows into a table with
// the same indexes, and how long others wait meanwhile: `node bench/import.ts [names] [rounds]`.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const COPY_ROWS_AT_ONCE = 5_000;
const PING_EVERY_MS = 20;

const server = await startBenchServer();
const { call, database } = server;
const loading = { empty: [] as number[], half: [] as number[], check: [] as number[] };
const copy: number[] = [];
const waits: number[] = [];
try {
  await database.query('create table copied (like recipients including all)');
  for (let round = 0; round < ROUNDS; round++) {
    const names = makeNames();
    const { list } = await call('POST /api/lists', { body: { name: `Round ${round}` } });
    const list_id = list.id;
    copy.push(await time(() => copyRows(list_id, names)));
    loading.empty.push(await timeAmongOthers(() => load(list_id, names)));
    const twins = [...names.slice(NAMES / 2), ...makeNames().slice(NAMES / 2)];
    loading.check.push(
      await time(() => call('POST /api/recipients/bulk/check', { body: { recipients: twins, list_id } })),
    );
    loading.half.push(await timeAmongOthers(() => load(list_id, twins)));
  }
  report();
} finally {
  await server.stop();
}

function makeNames(): string[] {
  return Array.from({ length: NAMES }, (_, line) => {
    const random = Math.random().toString(36).slice(2, 10);
    return `${line % 3 === 0 ? '@' : ''}${random}.${line.toString(36)}`;
  });
}

function load(list_id: number, recipients: string[]) {
  return call('POST /api/recipients/bulk', { body: { recipients, list_id } });
}

async function copyRows(list_id: number, names: string[]): Promise<void> {
  const statement = 'copy copied (user_id, list_id, recipient, position, created_at) from stdin';
  await pipeline(rowsOf(list_id, names), database.query(copyFrom(statement)));
}

async function* rowsOf(list_id: number, names: string[]): AsyncGenerator<Buffer> {
  for (let start = 0; start < names.length; start += COPY_ROWS_AT_ONCE) {
    const rows = names
      .slice(start, start + COPY_ROWS_AT_ONCE)
      .map((name, index) => `1\t${list_id}\t${name}\t${start + index + 1}\t2026-01-01T00:00:00Z\n`);
    yield Buffer.from(rows.join(''));
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The time of the work, while somebody else asks the server again and again; their waits are kept. */
async function timeAmongOthers(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      waits.push(await time(async () => (await fetch(`${server.url}/healthz`)).text()));
      await pause(PING_EVERY_MS);
    }
  })();
  const taken = await time(work);
  isOver = true;
  await asking;
  return taken;
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function report(): void {
  const seconds = (values: number[]) => `${(quantile(values, 0.5) / 1000).toFixed(2)} s`;
  const ratio = quantile(loading.empty, 0.5) / quantile(copy, 0.5);
  console.log(`${NAMES.toLocaleString('en-US')} names over HTTP, medians of ${ROUNDS} rounds`);
  console.log(`import into an empty list        ${seconds(loading.empty)}`);
  console.log(`import where half is there       ${seconds(loading.half)}`);
  console.log(`check where half is there        ${seconds(loading.check)}`);
  console.log(
    `bare COPY, same indexes          ${seconds(copy)}   (import is ${ratio.toFixed(2)} times that)`,
  );
  const wait = [0.5, 0.99, 1].map((share) => `${quantile(waits, share).toFixed(0)} ms`).join(', ');
  console.log(`health meanwhile, p50, p99, max  ${wait}`);
}
