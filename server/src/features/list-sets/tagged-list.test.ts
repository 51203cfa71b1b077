import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../testing/refusal.ts';
import { startImports } from '../../testing/table-imports.ts';

test('everybody with a tag becomes a list, from all lists, without those on do-not-contact', async (t) => {
  const { app, user, list, load } = await startImports(t);
  const tagged = { columns: [{ tags: true as const }] };
  await load({
    ...tagged,
    rows: [
      ['cy', 'VIP'],
      ['ann', 'VIP,fair'],
      ['dee', 'fair'],
    ],
  });
  const { list: other } = await user.call('POST /api/lists', { body: { name: 'Other' } });
  await load(
    {
      ...tagged,
      rows: [
        ['ann', 'VIP'],
        ['bo', 'vip'],
        ['eve', 'VIP'],
        ['gone', 'VIP'],
      ],
    },
    { list_id: other.id },
  );
  await user.call('POST /api/do-not-contact', { body: { recipient: 'eve' } });
  const { tags } = await user.call('GET /api/tags');
  const vip = tags.find(({ name }) => name === 'VIP')?.id ?? 0;
  const lonely = (await user.call('POST /api/tags', { body: { name: 'lonely' } })).tag.id;
  const wanted = (tag_id: number) => ({ kind: 'tagged' as const, list_ids: [], tag_id });
  const check = await user.call('POST /api/lists/from/check', { body: wanted(vip) });
  assert.deepEqual([check.people, check.blocked], [4, 1]);
  const from = (body: object) =>
    user.call('POST /api/lists/from', { body: { name: 'VIPs', ...wanted(vip), ...body } });
  const { lists, people } = await from({});
  assert.deepEqual([people, lists.map(({ name, pending }) => [name, pending])], [4, [['VIPs', 4]]]);
  const { recipients } = await user.call('GET /api/lists/{id}/recipients', {
    params: { id: lists[0]?.id ?? 0 },
    query: { sort_by: 'added_asc' },
  });
  assert.deepEqual(
    recipients.map(({ recipient }) => recipient),
    ['ann', 'bo', 'cy', 'gone'],
  );
  const stranger = await app.signUp();
  const theirs = (await stranger.call('POST /api/tags', { body: { name: 'VIP' } })).tag.id;
  for (const [body, status, words] of [
    [wanted(lonely), 400, 'Nobody has this tag.'],
    [wanted(theirs), 404, 'Tag not found'],
    [{ tag_id: undefined }, 400, 'Choose a tag.'],
    [{ list_ids: [list.id] }, 400, 'Everybody with the tag is taken, from no list.'],
    [{ search: 'a' }, 400, 'Everybody with the tag is taken.'],
    [{ kind: 'copy', list_ids: [list.id] }, 400, 'Only people with a tag are found by one.'],
  ] as const) {
    const refused = await refusal(from(body));
    assert.deepEqual([refused.status, refused.message], [status, words], JSON.stringify(body));
  }
});
