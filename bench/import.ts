import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { median, reportFigures, showNumber, showRatio, showWaits, time } from './figures.ts';
import { startBenchServer } from './server.ts';

// The time of an import of a million names over HTTP, alone and with four fields each, beside a bare COPY of the same
// rows into tables with the same indexes, and how long other users wait meanwhile, who read pages of another list one
// after the other: `node bench/import.ts [names] [rounds]`. Both must leave the same number of rows.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const COPY_ROWS_AT_ONCE = 5_000;
const READ_LIST = 20_000;

const FIRST_NAMES = ['Lena', 'Nils', 'Maja', 'Ola', 'Åsa', 'Théo', 'Zoë', 'Jörg'];
const CITIES = ['Oslo', 'Tromsø', 'Malmö', 'København', 'Bergen', 'Lund', 'Århus'];

const server = await startBenchServer();
const { call, database } = server;
const loading = {
  empty: [] as number[],
  fields: [] as number[],
  half: [] as number[],
  check: [] as number[],
};
const copy = { names: [] as number[], fields: [] as number[] };
const waits = { names: [] as number[], fields: [] as number[] };
const COLUMNS = ['first_name', 'city', 'wants', 'since'].map((new_field) => ({ new_field }));
try {
  await database.query('create table copied (like recipients including all)');
  await database.query('create table copied_people (like people including all)');
  const { list: read } = await call('POST /api/lists', { body: { name: 'Read meanwhile' } });
  await load(read.id, makeNames().slice(0, READ_LIST));
  const reader = await startReader(read.id);
  for (let round = 0; round < ROUNDS; round++) {
    const names = makeNames();
    const { list } = await call('POST /api/lists', { body: { name: `Round ${round}` } });
    const list_id = list.id;
    // Other users read during both, so that both have the same share of the machine.
    copy.names.push((await timeAmongOthers(reader, () => copyRows(list_id, names))).taken);
    loading.empty.push(await loadAmongOthers(reader, waits.names, () => load(list_id, names)));
    await measureFields(reader, round);
    // These have no peer, and once is enough.
    if (round > 0) continue;
    const twins = [...names.slice(NAMES / 2), ...makeNames().slice(NAMES / 2)];
    loading.check.push(
      await time(() => call('POST /api/recipients/bulk/check', { body: { recipients: twins, list_id } })),
    );
    loading.half.push(await loadAmongOthers(reader, waits.names, () => load(list_id, twins)));
  }
  reader.disconnect();
  await report();
} finally {
  await server.stop();
}

/** A million other people with four fields each, by COPY into both tables and by an import. */
async function measureFields(reader: ChildProcess, round: number): Promise<void> {
  const people = makeNames().map((name, line) => [name, ...valuesOf(line)]);
  const { list } = await call('POST /api/lists', { body: { name: `Round ${round} with fields` } });
  const copyBoth = async () => {
    await copyRows(
      list.id,
      people.map(([name]) => name as string),
    );
    await copyPeople(people);
  };
  copy.fields.push((await timeAmongOthers(reader, copyBoth)).taken);
  const body = { list_id: list.id, columns: COLUMNS, rows: people };
  const importAll = () => call('POST /api/recipients/import', { body });
  loading.fields.push(await loadAmongOthers(reader, waits.fields, importAll));
}

function valuesOf(line: number): string[] {
  const first_name = FIRST_NAMES[line % FIRST_NAMES.length] ?? '';
  const city = CITIES[line % CITIES.length] ?? '';
  return [first_name, city, `a bowl of ${10 + (line % 20)} cm`, `2024-03-${10 + (line % 20)}`];
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

async function copyPeople(people: string[][]): Promise<void> {
  const rows = async function* () {
    for (let start = 0; start < people.length; start += COPY_ROWS_AT_ONCE)
      yield Buffer.from(
        people
          .slice(start, start + COPY_ROWS_AT_ONCE)
          .map(
            ([name, ...values]) => `1\t${name}\t{${values.map((value, n) => `"${n + 1}":"${value}"`)}}\t{}\n`,
          )
          .join(''),
      );
  };
  const statement = 'copy copied_people (user_id, recipient, fields, tags) from stdin';
  await pipeline(rows(), database.query(copyFrom(statement)));
}

async function* rowsOf(list_id: number, names: string[]): AsyncGenerator<Buffer> {
  for (let start = 0; start < names.length; start += COPY_ROWS_AT_ONCE) {
    const rows = names
      .slice(start, start + COPY_ROWS_AT_ONCE)
      .map((name, index) => `1\t${list_id}\t${name}\t${start + index + 1}\t2026-01-01T00:00:00Z\n`);
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
async function loadAmongOthers(
  reader: ChildProcess,
  kept: number[],
  work: () => Promise<unknown>,
): Promise<number> {
  const { taken, read } = await timeAmongOthers(reader, work);
  kept.push(...read);
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
  const { rows } = await database.query<Record<string, string>>(
    `select (select count(*) from copied) as copied,
      (select count(*) from copied_people) as copied_people, (select count(*) from people) as people,
      (select count(*) from recipients r join lists l on l.user_id = r.user_id and l.id = r.list_id
        where l.name like 'Round %') as imported`,
  );
  assert.deepEqual(rows[0], {
    copied: String(2 * NAMES * ROUNDS),
    imported: String(2 * ROUNDS * NAMES + Math.ceil(NAMES / 2)),
    copied_people: String(NAMES * ROUNDS),
    people: String(NAMES * ROUNDS),
  });
  const seconds = (values: number[]) => `${showNumber(median(values) / 1000)} s`;
  reportFigures({
    figures: [
      {
        what: 'import into an empty list',
        ours: seconds(loading.empty),
        peer: seconds(copy.names),
        ratio: showRatio(loading.empty, copy.names),
        aim: '1.1 of the peer',
      },
      {
        what: 'import with four fields into an empty list',
        ours: seconds(loading.fields),
        peer: seconds(copy.fields),
        ratio: showRatio(loading.fields, copy.fields),
        aim: '1.25 of the peer',
      },
      {
        what: 'import with four fields, beside one of names alone',
        ours: seconds(loading.fields),
        peer: seconds(loading.empty),
        ratio: showRatio(loading.fields, loading.empty),
        aim: '1.4 of the peer',
      },
      { what: 'import where half is there (once)', ours: seconds(loading.half) },
      { what: 'check where half is there (once)', ours: seconds(loading.check) },
      {
        what: 'a page read meanwhile (p50, p99, worst)',
        ours: showWaits(waits.names, [0.5, 0.99, 1]),
        aim: 'p99 < 30 ms, none over 100',
      },
      {
        what: 'a page read while fields are imported (p50, p99, worst)',
        ours: showWaits(waits.fields, [0.5, 0.99, 1]),
        aim: 'p99 < 30 ms, none over 100',
      },
    ],
    notes: [
      `${NAMES.toLocaleString('en-US')} names over HTTP, ${ROUNDS} rounds, ${waits.names.length + waits.fields.length} pages. Both sides left as many rows.`,
    ],
  });
}
