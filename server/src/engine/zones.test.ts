import assert from 'node:assert/strict';
import { pacedTest } from '../testing/paced-world.ts';

/** Monday to Sunday from 09:00 to 17:00, as minutes of the week. */
const DAYTIME = `{${[0, 1, 2, 3, 4, 5, 6].map((day) => `[${day * 1440 + 540},${day * 1440 + 1020})`).join()}}`;

// Since November 2026 clocks in Alberta stay six hours behind UTC, which older files of zones do not know.
pacedTest(
  'hours are those of the zones that the pages show, whatever zones PostgreSQL knows',
  { at: '2026-12-01T08:30:00-06:00', zone: 'America/Edmonton' },
  async (world) => {
    await world.limitAccount({ hours: DAYTIME });
    await world.running({ people: ['ada', 'bo', 'cy'] });
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-12-01T09:30:00-06:00');
    const [ada] = await world.work();
    assert.ok(ada);
    assert.partialDeepStrictEqual(await world.begin(ada), { granted: true });
    await world.result(ada, { outcome: 'sent' });
    world.goTo('2026-12-01T16:56:59-06:00');
    const [bo] = await world.work();
    assert.ok(bo);
    world.goTo('2026-12-01T16:58:58-06:00');
    assert.partialDeepStrictEqual(await world.begin(bo), { granted: true });
    await world.result(bo, { outcome: 'sent' });
    world.goTo('2026-12-01T17:30:00-06:00');
    assert.deepEqual(await world.work(), []);
    world.goTo('2026-12-02T09:00:00-06:00');
    assert.equal((await world.work()).length, 1);
  },
);
