import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { createLogRows } from '../../testing/rows.ts';
import { startTestApp } from '../../testing/test-app.ts';
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
  return { app, key, download, read };
}

test('the log is a spreadsheet with a row for each line, oldest first, in the time of its user', async (t) => {
  const { app, key, download, read } = await start(t, { timeZone: 'Asia/Kolkata' });
  await createLogRows(app.deps, key, [
    { message: 'Hello anna & "co" <b>\nsecond line 😀', recipient: 'anna', profile_name: 'shop' },
    { message: '', created_at: new Date('2026-09-12T18:45:00Z') },
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
    ['13-09-2026 00:15', 'Message sent', '', '', ''],
  ]);
});

test('a log without lines is a spreadsheet with its head', async (t) => {
  const { read } = await start(t);
  assert.deepEqual(await read(), [['Time', 'Action', 'Profile', 'Recipient', 'Message']]);
});

test('nothing in the log becomes a formula', async (t) => {
  const { app, key, read } = await start(t);
  const risky = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'];
  await createLogRows(
    app.deps,
    key,
    risky.map((text) => ({ message: text, recipient: text, profile_name: text })),
  );
  const [, ...rows] = await read();
  for (const [n, row] of rows.entries())
    for (const value of row.slice(2)) assert.equal(value, `'${risky[n]}`);
});

test("the file carries the campaign's name, without what a file's name cannot hold", async (t) => {
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

test('a hundred thousand lines are written while they are read: memory stays flat', async (t) => {
  const started = await start(t);
  await fillLog(started, 100_000);
  const before = memoryInUse();
  let most = 0;
  let bytes = 0;
  let chunks = 0;
  for await (const chunk of (await started.download()).body ?? []) {
    if (chunks++ % 25 === 0) most = Math.max(most, memoryInUse());
    bytes += chunk.length;
  }
  assert.ok(bytes > 2_000_000, `${bytes} bytes`);
  // The lines alone are 30 MB.
  assert.ok(most - before < 10_000_000, `${most - before} bytes more`);
});

test('a reader that goes away ends the reading of the log', async (t) => {
  const started = await start(t);
  const { app, key } = started;
  await fillLog(started, 20_000);
  let pages = 0;
  const asUser: typeof app.deps.asUser = (userId, work) => {
    pages++;
    return app.deps.asUser(userId, work);
  };
  const reader = exportLogs({ ...app.deps, asUser }, key).getReader();
  await reader.read();
  await reader.cancel();
  const atEnd = pages;
  await app.deps.asUser(key.user_id, async () => {});
  assert.equal(pages, atEnd);
  assert.ok(pages < 10, `${pages} pages`);
});

/** Bytes in use once the rubbish is out. */
function memoryInUse(): number {
  collectRubbish();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
