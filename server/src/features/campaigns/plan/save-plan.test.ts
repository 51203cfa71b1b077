import assert from 'node:assert/strict';
import { engineTest, type World } from '../../../testing/engine-world.ts';
import { refusal } from '../../../testing/refusal.ts';

const MORNINGS = [{ day: 1, from: '09:00', to: '12:00' }];
const EVENINGS = [{ day: 1, from: '18:00', to: '20:00' }];

const save = ({ user }: Pick<World, 'user'>, id: number, body: object) =>
  user.call('PUT /api/campaigns/{id}/plan', { params: { id }, body });

engineTest('what a plan tried is saved together, or nothing of it', async (world) => {
  const { user } = world;
  const [one, two] = [await world.profile('one'), await world.profile('two')];
  const make = async (name: string) =>
    world.campaign({ list: await world.list(['ada', 'bo']), profiles: [one], name });
  const id = await make('Raku');
  const other = await make('Kiln open');
  await user.call('PUT /api/campaigns/{id}', { params: { id: other }, body: { hours: EVENINGS } });
  const saved = async () => {
    const { profile_cap_day, cap_day, hours } = (await user.call('GET /api/settings')).settings;
    const campaign = await world.details(id);
    return [profile_cap_day, cap_day, hours?.length, campaign.cap_day, campaign.profiles_used];
  };
  const before = await saved();
  const account = { profile_cap_day: 20, cap_day: 60 };
  const refused = async (body: object) => {
    const { status, message } = await refusal(save(world, id, body));
    assert.deepEqual(await saved(), before);
    return [status, message];
  };
  assert.deepEqual(await refused({ account, campaign: { profiles_used: [one, 999_999] } }), [
    404,
    'Profile not found',
  ]);
  // The campaign's hours are judged by the account's new ones.
  assert.deepEqual(
    await refused({ account: { ...account, hours: MORNINGS }, campaign: { hours: EVENINGS } }),
    [400, 'These hours never meet your sending hours for 15 minutes'],
  );
  assert.deepEqual(await refused({ account: { profile_cap_day: 0 }, campaign: { cap_day: 30 } }), [
    400,
    'A cap per day must be a whole number from 1 to 1000',
  ]);
  assert.equal((await refused({}))[0], 400);
  const { warnings } = await save(world, id, {
    account: { ...account, hours: MORNINGS },
    campaign: { cap_day: 30, profiles_used: [one, two] },
  });
  assert.deepEqual(warnings, ['Kiln open would never send: its hours and your sending hours do not meet']);
  assert.deepEqual(await saved(), [20, 60, 1, 30, [one, two]]);
});

engineTest('a plan is saved for a campaign of one’s own that has not ended', async (world) => {
  const id = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('one')],
  });
  const account = { profile_cap_day: 20 };
  const stranger = await world.app.signUp();
  assert.equal((await refusal(save({ user: stranger }, id, { account }))).status, 404);
  await world.start(id);
  const parts = await refusal(save(world, id, { account, campaign: { profiles_used: [] } }));
  assert.equal(parts.status, 409);
  assert.deepEqual((await save(world, id, { account, campaign: { cap_day: 5 } })).warnings, []);
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id },
    body: { status: 'completed' },
  });
  const ended = await refusal(save(world, id, { account: { profile_cap_day: 30 } }));
  assert.deepEqual([ended.status, ended.message], [409, 'This campaign has ended.']);
  const { settings } = await world.user.call('GET /api/settings');
  assert.equal(settings.profile_cap_day, 20);
});
