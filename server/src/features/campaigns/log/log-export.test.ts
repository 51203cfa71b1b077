import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { buildApp } from '../../../app.ts';
import { createLog } from '../../../log.ts';
import { createRealtime } from '../../../realtime.ts';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { createLogRows } from '../../../testing/rows.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { exportLogs } from './log-export.ts';

setFlagsFromString('--expose-gc');
const collectRubbish: () => void = runInNewContext('gc');

async function start(t: TestContext, { name = 'Sept class', timeZone = 'UTC' } = {}) {
  const app = await startTestApp(t);
  const user = await app.signUp({ timeZone });
  const campaign_id = await createCampaignRow(app.deps, { user_id: user.id, name, status: 'completed' });
  const key = { user_id: user.id, campaign_id };
  const download = () =>
    fetch(`${app.url}/api/campaigns/${campaign_id}/logs/export`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
  const read = async () => {
    const rows = [];
    for await (const { values } of streamXlsxRows(await (await download()).arrayBuffer())) rows.push(values);
    return rows;
  };
  return { app, key, token: user.token, download, read };
}

test("the log is a spreadsheet with a row for each line, oldest first, with times in the user's zone", async (t) => {
  const { app, key, download, read } = await start(t, { timeZone: 'Asia/Kolkata' });
  await createLogRows(app.deps, key, [
    { message: 'Hello anna & "co" <b>\nsecond line 😀', recipient: 'anna', profile_name: 'shop' },
    { message: '', created_at: new Date('2026-09-12T18:45:00Z') },
    { action: 'message_failed', reason_kind: 'unclear', recipient: 'bo' },
  ]);
  const response = await download();
  assert.equal(
    response.headers.get('content-type'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  await response.body?.cancel();
  assert.deepEqual(await read(), [
    ['Time', 'Action', 'Profile', 'Recipient', 'Message'],
    ['12-09-2026 14:30', 'Message sent', 'shop', 'anna', 'Hello anna & "co" <b>\nsecond line 😀'],
    ['13-09-2026 00:15', 'Message sent'],
    ['12-09-2026 14:30', 'Unclear', null, 'bo', 'Outcome unknown: not sent again'],
  ]);
});

test('an export leaves no warning in the log', async (t) => {
  const { app, key, token } = await start(t);
  const said: string[] = [];
  const logged = await buildApp(app.deps, {
    realtime: createRealtime(),
    logger: createLog('text', (line) => said.push(line)),
  });
  t.after(() => logged.close());
  const url = await logged.listen({ host: '127.0.0.1', port: 0 });
  said.length = 0;
  const download = async () => {
    const response = await fetch(`${url}/api/campaigns/${key.campaign_id}/logs/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  assert.equal(await download(), 200);
  // The rows of the first are removed after its answer.
  await download();
  assert.deepEqual(said, []);
});

test('a log without lines is a spreadsheet with its head', async (t) => {
  const { read } = await start(t);
  assert.deepEqual(await read(), [['Time', 'Action', 'Profile', 'Recipient', 'Message']]);
});

test('nothing in the log becomes a formula', async (t) => {
  const { app, key, read } = await start(t);
  const risky = [
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'],
    // Spreadsheets drop spaces, and characters without width, before they look for a formula.
    ...[' =1', '\n+1', '  \n -1', '\u00a0@x', '\u3000=1', '\ufeff=1', '\u200b=1', '\u2028=1', '\u202e=1'],
    // Full-width forms of the signs.
    ...['＝1', ' ＋1', '－1', '＠x'],
  ];
  await createLogRows(
    app.deps,
    key,
    risky.map((text) => ({ message: text, recipient: text, profile_name: text })),
  );
  const [, ...rows] = await read();
  for (const [n, row] of rows.entries())
    for (const value of row.slice(2)) assert.equal(value, `'${risky[n]}`);
  assert.equal(rows.length, risky.length);
});

test('a text with characters that no spreadsheet can contain is exported without them', async (t) => {
  const { app, key, read } = await start(t);
  const [bell, nonCharacter, harmless] = ['ring\u0007 it', 'left\uffff right\ufffe', 'tab\tline\nΩ😀\u0085'];
  await createLogRows(
    app.deps,
    key,
    [bell, nonCharacter, harmless, '\u0007=1', 'one\u001eline\u001f'].map((message) => ({ message })),
  );
  const [, ...rows] = await read();
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ['ring it', 'left right', harmless, "'=1", 'oneline'],
  );
});

test('a text too long for a cell is cut between two characters', async (t) => {
  const { app, key, read } = await start(t);
  await createLogRows(app.deps, key, [{ message: `a${'😀'.repeat(20_000)}` }]);
  const [, row] = await read();
  assert.equal(row?.at(-1), `a${'😀'.repeat(16_383)}`);
});

test('a text is exported unchanged, with XML and spreadsheet escapes in it', async (t) => {
  const { app, key, read } = await start(t);
  const texts = [
    'a & <b> "c"',
    ' first and last ',
    'a_xb',
    '00123',
    '_x0041_ is no A',
    "it's",
    '漢字',
    'TRUE',
  ];
  await createLogRows(
    app.deps,
    key,
    texts.map((message) => ({ message })),
  );
  const [, ...rows] = await read();
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    texts,
  );
});

test("the file has the campaign's name, without characters that a file name cannot contain", async (t) => {
  const { key, download } = await start(t, { name: 'Añ/"b"😀' });
  const response = await download();
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="campaign-${key.campaign_id}-log.xlsx"; filename*=UTF-8''A%C3%B1--b-%F0%9F%98%80%20log.xlsx`,
  );
  await response.body?.cancel();
});

async function fillLog({ app, key }: Awaited<ReturnType<typeof start>>, lines: number): Promise<void> {
  await app.deps.asUser(key.user_id, async (tx) => {
    await sql`insert into campaign_logs (user_id, campaign_id, action, created_at, recipient, message)
      select ${key.user_id}, ${key.campaign_id}, 'message_sent', ${app.clock.now()}, 'name' || n,
        repeat(md5(n::text), 8)
      from generate_series(1, ${lines}::int) n`.execute(tx);
  });
}

test('fifty thousand lines are written while they are read: memory stays flat', async (t) => {
  const started = await start(t);
  await fillLog(started, 50_000);
  const before = memoryInUse();
  let most = 0;
  let bytes = 0;
  let chunks = 0;
  for await (const chunk of (await started.download()).body ?? []) {
    if (chunks++ % 25 === 0) most = Math.max(most, memoryInUse());
    bytes += chunk.length;
  }
  assert.ok(bytes > 1_000_000, `${bytes} bytes`);
  // The lines alone are 15 MB.
  assert.ok(most - before < 10_000_000, `${most - before} bytes more`);
});

test('a reader that disconnects ends the reading of the log', async (t) => {
  const started = await start(t);
  const { app, key } = started;
  await fillLog(started, 20_000);
  let pages = 0;
  const readAsUser: typeof app.deps.readAsUser = (user_id, work) => {
    pages++;
    return app.deps.readAsUser(user_id, work);
  };
  const reader = exportLogs({ ...app.deps, readAsUser }, key).getReader();
  await reader.read();
  await reader.cancel();
  const atEnd = pages;
  await app.deps.asUser(key.user_id, (tx) => tx.query('select'));
  assert.equal(pages, atEnd);
  assert.ok(pages < 10, `${pages} pages`);
});

for (const leaves of [false, true])
  test(`a page that cannot be read ends the export${leaves ? ', also if the reader has left' : ''}`, async (t) => {
    const started = await start(t);
    const { app, key } = started;
    await fillLog(started, 20_000);
    let pages = 0;
    const readAsUser: typeof app.deps.readAsUser = async (user_id, work) => {
      if (++pages === 1) return app.deps.readAsUser(user_id, work);
      throw new Error('The database is gone.');
    };
    const reader = exportLogs({ ...app.deps, readAsUser }, key).getReader();
    while (pages < 2) await reader.read();
    if (leaves) await reader.cancel();
    else await assert.rejects(readToEnd(reader), /The database is gone/);
  });

async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  while (!(await reader.read()).done);
}

/** Bytes in use after a garbage collection. Buffers are freed beside it, and only the next one counts them. */
function memoryInUse(): number {
  collectRubbish();
  collectRubbish();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("a machine's fault is no block", async (t) => {
  const { app, key, read } = await start(t);
  await createLogRows(app.deps, key, [
    { action: 'profile_blocked', reason_kind: 'cannot_start' },
    { action: 'profile_blocked', reason_kind: 'blocked' },
  ]);
  const [, ...rows] = await read();
  assert.deepEqual(
    rows.map((row) => row[1]),
    ['Profile cannot start', 'Profile blocked'],
  );
});
