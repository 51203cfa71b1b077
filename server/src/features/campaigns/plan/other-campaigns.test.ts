import assert from 'node:assert/strict';
import { engineTest, type World } from '../../../testing/engine-world.ts';

const set = (world: World, table: string, values: string) =>
  world.app.database.pool.query(`update ${table} set ${values} where user_id = $1`, [world.user.id]);

const planOf = async (world: World, id: number) =>
  (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan;

const plus = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

engineTest('a plan begins when a running campaign is forecast to let its profile go', async (world) => {
  const one = await world.profile('one');
  const running = await world.campaign({
    list: await world.list(['ada', 'eve']),
    profiles: [one],
    name: 'Kiln open',
  });
  const waits = await world.campaign({ list: await world.list(['bo']), profiles: [one] });
  await world.start(running);
  const until = (await world.details(running)).end?.ends_at;
  const { profiles, inputs, forecast } = await planOf(world, waits);
  assert.equal(profiles[0]?.problem, null);
  assert.deepEqual(
    inputs.profiles[0]?.busy.map((time) => [time.campaign, time.until]),
    [['Kiln open', until]],
  );
  assert.deepEqual([forecast.starts_at, forecast.first_at], [until, until]);
  assert.ok(forecast.ends_at && until && forecast.ends_at > until);
});

engineTest('a profile counts as none while a campaign without an end uses it', async (world) => {
  const one = await world.profile('one');
  const list = await world.list(Array.from({ length: 400 }, (_, index) => `p${index}`));
  const running = await world.campaign({ list, profiles: [one], name: 'Kiln open' });
  const waits = await world.campaign({ list: await world.list(['bo']), profiles: [one] });
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: running }, body: { cap_day: 1 } });
  await world.start(running);
  const plan = await planOf(world, waits);
  assert.equal(plan.profiles[0]?.problem, 'In Kiln open, which is running');
  assert.deepEqual(
    [plan.forecast.ends_at, plan.forecast.unreached, plan.forecast.stopped_by],
    [null, 1, 'profiles'],
  );
});

engineTest('a profile that rests for a fault goes on when its rest is over', async (world) => {
  const id = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one')],
  });
  const now = world.app.clock.now().toISOString();
  const until = plus(now, 600);
  await set(world, 'profiles', `faulted_at = '${now}', fault_until = '${until}'`);
  const { profiles, forecast } = await planOf(world, id);
  assert.deepEqual([profiles[0]?.problem, forecast.first_at], [null, until]);
  assert.equal((await world.details(id)).end?.first_at, until);
  await set(world, 'profiles', 'fault_until = null');
  assert.equal((await planOf(world, id)).profiles[0]?.problem, 'Firefox does not list it on its machine');
});

engineTest('campaigns that share the cap of the account are counted by their pace', async (world) => {
  const people = (name: string) => Array.from({ length: 8 }, (_, index) => `${name}${index}`);
  const first = await world.campaign({
    list: await world.list(people('a')),
    profiles: [await world.profile('one')],
    name: 'Kiln open',
  });
  const second = await world.campaign({
    list: await world.list(people('b')),
    profiles: [await world.profile('two')],
  });
  await set(world, 'settings', 'cap_day = 4');
  const messages = async () => (await planOf(world, second)).forecast.days.map((day) => day.messages);
  assert.deepEqual(await messages(), [4, 4]);
  await world.start(first);
  assert.deepEqual(await messages(), [2, 2, 2, 2]);
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: first },
    body: { status: 'paused' },
  });
  const { forecast } = await planOf(world, second);
  assert.deepEqual([forecast.days.length, forecast.uncounted], [2, ['Kiln open']]);
});

engineTest('two campaigns that are scheduled on one profile tell each other', async (world) => {
  const one = await world.profile('one');
  const start = world.app.clock.now().getTime() + 3_600_000;
  const schedule = async (name: string, after: number) => {
    const list = await world.list([`${name}1`, `${name}2`, `${name}3`]);
    const id = await world.campaign({ list, profiles: [one], name });
    const start_at = new Date(start + after * 1000).toISOString();
    await world.user.call('PUT /api/campaigns/{id}/schedule', { params: { id }, body: { start_at } });
    return id;
  };
  const early = await schedule('early', 0);
  const late = await schedule('late', 60);
  const overlaps = async (id: number) =>
    (await planOf(world, id)).advice.filter(({ kind }) => kind === 'overlap').map(({ text }) => text);
  assert.match((await overlaps(early)).join(), /^one is also planned in late, which starts /);
  assert.match((await overlaps(late)).join(), /^one is also planned in early, which is forecast to end /);
});
