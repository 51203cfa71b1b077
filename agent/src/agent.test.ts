import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentScene } from './testing/agent-scene.ts';

test('the agent enrols once, sends a message once, and reports it', { timeout: 60_000 }, async () => {
  await using scene = await agentScene();
  const { server, site } = scene;
  const agent = scene.start({ PIGEONPOST_TOKEN: 'login-token' });
  await agent.said(/^Connected to/);
  const delivery = server.give({ profile: scene.profile });
  const [result] = await server.waitFor('result');
  assert.equal(result?.id, delivery.token);
  assert.deepEqual(result?.body, { campaign_id: 7, recipient_id: 8, outcome: 'sent' });
  assert.deepEqual(
    (await site.recordOf('sender')).map(({ person, text }) => [person, text]),
    [['anna', delivery.message]],
  );
  agent.kill('SIGTERM');
  assert.equal(await agent.ended, 0);
});
