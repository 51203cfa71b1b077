import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from 'hucre/csv';
import { sql } from 'kysely';
import { createCampaignRow } from '../../../testing/campaign-row.ts';
import { engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { exportPeople } from './people-export.ts';

const download = (world: World, id: number, query: Record<string, string>, token = world.user.token) =>
  fetch(`${world.app.url}/api/campaigns/${id}/recipients/export?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });

async function read(world: World, id: number, query: Record<string, string> = {}) {
  const response = await download(world, id, query);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf], 'the mark of UTF-8');
  const [heads, ...rows] = parseCsv(new TextDecoder().decode(bytes), { skipEmptyRows: true });
  assert.deepEqual(heads, ['Recipient', 'Outcome', 'Why', 'Profile', 'When']);
  return rows;
}

engineTest(
  'the people that a screen shows are a file, by kind and search, that runs nothing',
  async (world) => {
    const list = await world.list(['ada', 'bo', 'cy', 'dee', 'eve']);
    const id = await world.campaign({ list, profiles: [await world.profile('=shop')], name: 'Kiln "a"' });
    await world.start(id);
    for (const outcome of [
      { outcome: 'sent' },
      { outcome: 'not_found', reason: '@none, "really"\nnone' },
      { outcome: 'unknown' },
    ] as const) {
      await world.result(await world.sending(), outcome);
      world.turn(PACE_SECONDS);
    }
    const unclear = ['cy', 'Unclear', 'Outcome unknown: not sent again', "'=shop", '12-09-2026 09:15'];
    const notFound = ['bo', 'Not found', '\'@none, "really"\nnone', "'=shop", '12-09-2026 09:07'];
    assert.deepEqual(await read(world, id, { state: 'failed' }), [unclear, notFound]);
    assert.deepEqual(await read(world, id, { state: 'not_found' }), [notFound]);
    assert.deepEqual(await read(world, id, { state: 'failed', search: 'cy' }), [unclear]);
    assert.deepEqual(await read(world, id, { state: 'certainly_failed' }), []);
    const names = async (query: Record<string, string>) =>
      (await read(world, id, query)).map(([name]) => name);
    assert.deepEqual(await names({}), ['ada', 'bo', 'cy']);
    assert.deepEqual(await names({ state: 'pending' }), ['dee', 'eve']);
    assert.deepEqual(await names({ state: 'pending', search: 'EV' }), ['eve']);
    const response = await download(world, id, { state: 'sent' });
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="campaign-${id}-people.csv"; filename*=UTF-8''Kiln%20-a-%20people.csv`,
    );
    await response.body?.cancel();
    const other = await world.app.signUp();
    assert.equal((await download(world, id, {}, other.token)).status, 404);
    assert.equal((await download(world, id, { state: 'none' })).status, 400);
  },
);

test('many people are read a page at a time, each once, and no more after their reader has gone', async (t) => {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const campaign_id = await createCampaignRow(app.deps, { user_id: user.id, status: 'completed' });
  await app.deps.asUser(user.id, (tx) =>
    sql`insert into deliveries (user_id, campaign_id, recipient_id, profile_id, state)
      select ${user.id}, ${campaign_id}, n, 1, 'sent' from generate_series(1, 7000) n`.execute(tx),
  );
  let pages = 0;
  const readAsUser: typeof app.deps.readAsUser = (user_id, work) => {
    pages++;
    return app.deps.readAsUser(user_id, work);
  };
  const search = { user_id: user.id, campaign_id, search: '', who: 'sent' } as const;
  const text = (await exportPeople({ readAsUser }, search).toArray()).join('');
  assert.equal(text.split('\r\n').length, 7002);
  assert.equal(pages, 3);
  pages = 0;
  const stream = exportPeople({ readAsUser }, search);
  for await (const _part of stream) break;
  await app.deps.asUser(user.id, (tx) => tx.query('select'));
  assert.ok(pages <= 1, `${pages} pages`);
});
