import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createCampaignRow } from '../../testing/campaign-row.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

async function start(t: TestContext) {
  const app = await startTestApp(t);
  const user = await app.signUp();
  const { id } = (await user.call('POST /api/fields', { body: { name: 'wants' } })).field;
  const write = async (name: string, content: string) =>
    (await user.call('POST /api/templates', { body: { name, content } })).template.id;
  const rename = (name: string) => user.call('PUT /api/fields/{id}', { params: { id }, body: { name } });
  const remove = () => user.call('DELETE /api/fields/{id}', { params: { id } });
  const contents = async () =>
    Object.fromEntries(
      (await user.call('GET /api/templates')).templates.map((one) => [one.name, one.content]),
    );
  /** A campaign whose text has a blank of the field. */
  const campaign = async (status: 'pending' | 'running' | 'paused' | 'completed') => {
    const made = await createCampaignRow(app.deps, { user_id: user.id, status });
    const parts = JSON.stringify(['Hi ', { name: 'wants', else: 'there', field: id }, '!']);
    await app.database.pool.query('update campaigns set parts = $2 where id = $1', [made, parts]);
  };
  return { app, user, write, rename, remove, contents, campaign };
}

test('a renamed field is renamed in the templates, and everything else in them stays as it was typed', async (t) => {
  const { app, user, write, rename, contents } = await start(t);
  await write('A', 'Hi {wants}, { WANTS |a \\| b}{wants|} \\{wants} {{wants}} {wants {city} :{ {username}');
  await write('B', 'wants {wanted} {want}');
  const other = await app.signUp();
  const theirs = { name: 'C', content: '{wants}' };
  await other.call('POST /api/templates', { body: theirs });
  await rename('Best dish');
  assert.deepEqual(await contents(), {
    A: 'Hi {best_dish}, {best_dish|a \\| b}{best_dish|} \\{wants} {{wants}} {wants {city} :{ {username}',
    B: 'wants {wanted} {want}',
  });
  assert.equal((await other.call('GET /api/templates')).templates[0]?.content, '{wants}');
  const { entries } = await user.call('GET /api/audit-log/own', { query: { limit: 100 } });
  assert.deepEqual(
    entries
      .filter(({ action }) => action === 'changed')
      .map(({ kind, subject_name }) => [kind, subject_name]),
    [
      ['field', 'best_dish'],
      ['template', 'A'],
    ],
  );
});

test('a name that makes a template too long is refused, and nothing is renamed', async (t) => {
  const { user, write, rename, contents } = await start(t);
  const long = `{wants}${'x'.repeat(993)}`;
  await write('First', '{wants}');
  await write('Long', long);
  const { status, message } = await refusal(rename('wants2'));
  assert.deepEqual(
    [status, message],
    [409, 'With this name, the template "Long" would have more than 1,000 characters.'],
  );
  assert.deepEqual(await contents(), { First: '{wants}', Long: long });
  assert.equal((await user.call('GET /api/fields')).fields[0]?.name, 'wants');
});

test('a field that a template uses is not deleted, and the template is named', async (t) => {
  const { user, write, remove } = await start(t);
  const id = await write('Hello', 'Hi { Wants |you}');
  await write('Other', '\\{wants} {{wants}}');
  const { status, message } = await refusal(remove());
  assert.deepEqual(
    [status, message],
    [409, 'The template "Hello" uses this field. Change or delete that template first.'],
  );
  await user.call('DELETE /api/templates/{id}', { params: { id } });
  await remove();
  assert.deepEqual((await user.call('GET /api/fields')).fields, []);
});

for (const status of ['pending', 'running', 'paused'] as const)
  test(`a field of a ${status} campaign is not deleted, also under another name`, async (t) => {
    const { remove, rename, campaign } = await start(t);
    await campaign(status);
    for (const name of ['dish', 'meal']) {
      const refused = await refusal(remove());
      assert.deepEqual(
        [refused.status, refused.message],
        [409, 'This field is used by the campaign "Spring". Stop or delete that campaign first.'],
      );
      await rename(name);
    }
  });

test('a field of a finished campaign is deleted', async (t) => {
  const { remove, campaign, user } = await start(t);
  await campaign('completed');
  await remove();
  assert.deepEqual((await user.call('GET /api/fields')).fields, []);
});
