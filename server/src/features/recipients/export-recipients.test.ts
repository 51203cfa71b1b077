import assert from 'node:assert/strict';
import { whereOf } from '@pigeonpost/contract/people/conditions';
import { parseCsv } from 'hucre/csv';
import { engineTest, type World } from '../../testing/engine-world.ts';

const download = ({ app, user }: World, list: number, query: Record<string, string>, token = user.token) =>
  fetch(`${app.url}/api/lists/${list}/recipients/export?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });

async function read(world: World, list: number, query: Record<string, string> = {}) {
  const response = await download(world, list, query);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  return parseCsv(new TextDecoder().decode(await response.arrayBuffer()), { skipEmptyRows: true });
}

engineTest(
  'a list is a file with the fields and tags of its people, as its screen filters them',
  async (world) => {
    const { user, app } = world;
    const list = await world.list(['ada', 'bo', 'cy']);
    const { field } = await user.call('POST /api/fields', { body: { name: 'city', label: 'Home, sweet' } });
    const { tag } = await user.call('POST /api/tags', { body: { name: 'kiln' } });
    const know = (name: string, value: string, tags: number[]) =>
      user.call('PUT /api/people/{name}', {
        params: { name },
        body: { fields: { [field.id]: value }, tags },
      });
    await know('ada', '=1+1', [tag.id]);
    await know('bo', 'Oslo "east"', []);
    const added = '12-09-2026 09:00';
    const ada = ['ada', 'Pending', added, "'=1+1", 'kiln'];
    const bo = ['bo', 'Pending', added, 'Oslo "east"', ''];
    const heads = ['Recipient', 'Status', 'Added', 'Home, sweet', 'Tags'];
    assert.deepEqual(await read(world, list), [heads, ada, bo, ['cy', 'Pending', added, '', '']]);
    const where = whereOf([{ kind: 'tag', id: tag.id, test: 'is' }]);
    assert.deepEqual(await read(world, list, { where }), [heads, ada]);
    assert.deepEqual(await read(world, list, { search: 'BO' }), [heads, bo]);
    assert.deepEqual(await read(world, list, { status: 'sent' }), [heads]);
    const { token } = await app.signUp();
    assert.equal((await download(world, list, {}, token)).status, 404);
    assert.equal((await download(world, list, { view: '4711' })).status, 404);
    assert.equal((await download(world, list, { status: 'none' })).status, 400);
  },
);
