import assert from 'node:assert/strict';
import { engineTest } from '../../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';

engineTest(
  'a plan that takes too long counts so far, and forecasts the same share of the others',
  async (world) => {
    const names = Array.from({ length: 20_000 }, (_, index) => `person${index}`);
    const list_id = await world.list(names);
    await world.user.call('POST /api/do-not-contact/bulk', { body: { recipients: names.slice(0, 1000) } });
    const profiles_used = [await world.profile('one')];
    const ask = async () =>
      (
        await world.user.call('POST /api/campaigns/plan', {
          body: { content: 'Hi {username}!', list_id, profiles_used },
        })
      ).plan;
    const whole = await ask();
    assert.deepEqual([whole.will, whole.inputs.people, whole.is_counted_to_end], [19_000, 19_000, true]);
    const refused = (plan: typeof whole) =>
      plan.will_not.map(({ reason, count, is_exact }) => [reason, count, is_exact]);
    assert.deepEqual(refused(whole), [['do_not_contact', 1_000, true]]);
    const cut = await rolledBack(world.app.database, async (client) => {
      await client.query('lock table do_not_contact in access exclusive mode');
      const asked = ask();
      await waitForLockWaits(world.app.database, 1);
      world.turn(2);
      await client.query('rollback');
      return asked;
    });
    assert.deepEqual([cut.will, cut.is_counted_to_end], [9_000, false]);
    assert.deepEqual(refused(cut), [['do_not_contact', 1_000, false]]);
    assert.deepEqual([cut.inputs.people, cut.in_list, cut.not_pending], [18_000, 20_000, 0]);
  },
);
