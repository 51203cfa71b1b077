import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentSite } from './agent-site.ts';
import { createSiteChanges } from './change-site.ts';

test('no delivery begins while a change waits for those in hand, and a change that fails ends the waiting', async () => {
  const taken: string[] = [];
  const driver = { name: 'first' };
  const site = {
    driver: () => driver,
    take: async (choice: { kind: string }) => {
      taken.push(choice.kind);
      if (choice.kind === 'full') throw new Error('The disk is full.');
    },
  } as unknown as AgentSite;
  const changes = createSiteChanges({ site });
  assert.equal(changes.driver(), driver);
  const inHand = Promise.withResolvers<void>();
  const delivery = changes.inHand(inHand.promise);
  const change = changes.change({ kind: 'practice' });
  assert.equal(changes.driver(), undefined);
  assert.deepEqual(taken, []);
  inHand.resolve();
  await Promise.all([delivery, change]);
  assert.deepEqual(taken, ['practice']);
  assert.equal(changes.driver(), driver);
  await assert.rejects(changes.change({ kind: 'full' }), /The disk is full/);
  assert.equal(changes.driver(), driver);
});
