import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { median, reportFigures, showNumber, showRatio, showWaits, time } from './figures.ts';
import { startBenchServer } from './server.ts';

// The time of an import of a million names over HTTP, beside a bare COPY of the same rows into a table with the same
// indexes, and how long other users wait meanwhile, who read pages of another list one after the other: `node
// bench/import.ts [names] [rounds]`. Both must leave the same number of rows.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const COPY_ROWS_AT_ONCE = 5_000;
const READ_LIST = 20_000;

const server = await startBenchServer();
const { call, database } = server;
const loading = { empty: [] as number[], half: [] as number[], check: [] as number[] };
const copy: number[] = [];
const waits: number[] = [];
try {
  await database.query('create table copied (like recipients including all)');
  const { list: read } = await call('POST /api/lists', { body: { name: 'Read meanwhile' } });
  await load(read.id, makeNames().slice(0, READ_LIST));
  const reader = await startReader(read.id);
  for (let round = 0; round < ROUNDS; round++) {
    const names = makeNames();
    const { list } = await call('POST /api/lists', { body: { name: `Round ${round}` } });
    const list_id = list.id;
    // Other users read during both, so that both have the same share of the machine.
    copy.push((await timeAmongOthers(reader, () => copyRows(list_id, names))).taken);
    loading.empty.push(await loadAmongOthers(reader, () => load(list_id, names)));
    // These have no peer, and once is enough.
    if (round > 0) continue;
    const twins = [...names.slice(NAMES / 2), ...makeNames().slice(NAMES / 2)];
    loading.check.push(
      await time(() => call('POST /api/recipients/bulk/check', { body: { recipients: twins, list_id } })),
    );
    loading.half.push(await loadAmongOthers(reader, () => load(list_id, twins)));
  }
  reader.disconnect();
  await report();
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
      // Positions fall, in the order of the index.
      .map((name, index) => `1\t${list_id}\t${name}\t${NAMES - start - index}\t2026-01-01T00:00:00Z\n`);
    yield Buffer.from(rows.join(''));
  }
}

/** Another user, who reads pages of the list when told to. */
async function startReader(list_id: number): Promise<ChildProcess> {
  const reader = fork(join(import.meta.dirname, 'import/page-reader.ts'), {
    env: { ...process.env, SERVER_URL: server.url, TOKEN: server.token, LIST_ID: String(list_id) },
  });
  await once(reader, 'message');
  return reader;
}

/** The duration of an import among other users, whose waits are kept. */
async function loadAmongOthers(reader: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const { taken, read } = await timeAmongOthers(reader, work);
  waits.push(...read);
  return taken;
}

/** The duration of the work, while another user reads one page after the other, and how long each page took. */
async function timeAmongOthers(
  reader: ChildProcess,
  work: () => Promise<unknown>,
): Promise<{ taken: number; read: number[] }> {
  reader.send('begin');
  const taken = await time(work);
  const told = once(reader, 'message') as Promise<[number[]]>;
  reader.send('end');
  const [read] = await told;
  return { taken, read };
}

async function report(): Promise<void> {
  const { rows } = await database.query<{ copied: string; imported: string }>(
    `select (select count(*) from copied) as copied,
      (select count(*) from recipients r join lists l on l.user_id = r.user_id and l.id = r.list_id
        where l.name like 'Round %') as imported`,
  );
  assert.deepEqual(rows[0], {
    copied: String(NAMES * ROUNDS),
    imported: String(ROUNDS * NAMES + Math.ceil(NAMES / 2)),
  });
  const seconds = (values: number[]) => `${showNumber(median(values) / 1000)} s`;
  reportFigures({
    figures: [
      {
        what: 'import into an empty list',
        ours: seconds(loading.empty),
        peer: seconds(copy),
        ratio: showRatio(loading.empty, copy),
        aim: '1.1 of the peer',
      },
      { what: 'import where half is there (once)', ours: seconds(loading.half) },
      { what: 'check where half is there (once)', ours: seconds(loading.check) },
      {
        what: 'a page read meanwhile (p50, p99, worst)',
        ours: showWaits(waits, [0.5, 0.99, 1]),
        aim: 'p99 < 30 ms, none over 100',
      },
    ],
    notes: [
      `${NAMES.toLocaleString('en-US')} names over HTTP, ${ROUNDS} rounds, ${waits.length} pages. Both sides left as many rows.`,
    ],
  });
}
