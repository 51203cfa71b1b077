import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineTest } from '../../testing/engine-world.ts';
import { now, reader, readReplies, requests, tell, wroteTo } from '../../testing/reading-world.ts';
import { firstStopLanguages } from './first-stop-languages.ts';
import { forgetReplyTexts } from './forget-texts.ts';

engineTest(
  'the text of a reply is forgotten everywhere after its days, and the reply stays',
  async (world) => {
    const shop = await reader(world);
    await world.user.call('PUT /api/settings/replies', { body: { reply_text_days: 1 } });
    const campaign = await wroteTo(world, ['ada'], shop);
    const { request_id } = await readReplies(world);
    await requests(world);
    const at = now(world);
    await tell(world, request_id, 'result', [{ replies: [{ person: 'ada', at, text: 'A secret of mine' }] }]);
    const kept = async () => {
      await forgetReplyTexts(world.app.deps);
      const { replies } = await world.user.call('GET /api/replies', { query: {} });
      const { logs } = await world.details(campaign);
      const line = logs.find(({ action }) => action === 'replied');
      return [replies[0]?.text, line?.message, replies[0]?.at];
    };
    world.turn(86_400 - 1);
    assert.deepEqual(await kept(), ['A secret of mine', 'A secret of mine', at]);
    world.turn(1);
    assert.deepEqual(await kept(), [null, '', at]);
  },
);

test('a new user has the stop words of English and of the browser', () => {
  const languages = ['de-AT,de;q=0.9', 'nb-NO', 'nn', 'EN-us,de', 'ja,de', '*', '', undefined];
  assert.deepEqual(languages.map(firstStopLanguages), [
    ['en', 'de'],
    ['en', 'no'],
    ['en', 'no'],
    ['en'],
    ['en'],
    ['en'],
    ['en'],
    ['en'],
  ]);
});
