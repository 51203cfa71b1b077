import assert from 'node:assert/strict';
import { claimAsBefore } from '../testing/old-claim.ts';
import { type PacedWorld, pacedTest, range } from '../testing/paced-world.ts';

/** Every limit, at a moment and of a size that would let a message go now. */
const LIMITS: { of: 'account' | 'campaign' | 'profile'; set: object; none: object }[] = [
  { of: 'account', set: { hours: '{[0,10080)}' }, none: { hours: null } },
  { of: 'account', set: { quiet_dates: '{[2027-01-01,2027-01-02)}' }, none: { quiet_dates: '{}' } },
  { of: 'account', set: { profile_cap_hour: 9 }, none: { profile_cap_hour: null } },
  { of: 'account', set: { profile_cap_day: 9 }, none: { profile_cap_day: null } },
  { of: 'account', set: { cap_day: 9 }, none: { cap_day: null } },
  { of: 'campaign', set: { hours: '{[0,10080)}' }, none: { hours: null } },
  { of: 'campaign', set: { not_after: '2026-12-01T12:00:00Z' }, none: { not_after: null } },
  { of: 'campaign', set: { cap_day: 9 }, none: { cap_day: null } },
  { of: 'campaign', set: { canary: 9 }, none: { is_canary_over: true } },
  { of: 'profile', set: { cap_hour: 9 }, none: { cap_hour: null } },
  { of: 'profile', set: { cap_day: 9 }, none: { cap_day: null } },
  { of: 'profile', set: { warm_up_day: 0 }, none: { warm_up_day: null } },
  { of: 'profile', set: { slow_until: '2026-12-01T12:00:00Z' }, none: { slow_until: null } },
];

for (const { of, set, none } of LIMITS)
  pacedTest(
    `a version without hours and caps hands out nobody while ${of} has ${Object.keys(set)}`,
    { at: '2026-11-26T09:00:00+01:00' },
    async (world) => {
      const { campaign, profiles } = await world.running({ people: range(2) });
      const ids = { account: 0, campaign, profile: profiles[0] ?? 0 };
      await limit(world, of, ids[of], set);
      assert.deepEqual(await claimAsBefore(world, 'hand_out_work'), []);
      await limit(world, of, ids[of], none);
      assert.deepEqual(await claimAsBefore(world, 'hand_out_work'), ['person_0']);
    },
  );

async function limit(world: PacedWorld, of: string, id: number, limits: object): Promise<void> {
  if (of === 'account') return world.limitAccount(limits);
  if (of === 'campaign') return world.limitCampaign(id, limits);
  return world.limitProfile(id, limits);
}

pacedTest(
  'a version without hours and caps goes on with other campaigns, and loses nobody of a limited one',
  { at: '2026-11-26T09:00:00+01:00' },
  async (world) => {
    const { campaign, list } = await world.running({ people: ['ada'] });
    await world.limitCampaign(campaign, { canary: 1 });
    await world.running({ people: ['cy'], profiles: ['two'] });
    assert.deepEqual(await claimAsBefore(world, 'hand_out_work'), ['cy']);
    assert.deepEqual(await world.names(list), { ada: 'pending' });
    assert.deepEqual(
      (await world.work()).map(({ recipient }) => recipient),
      ['ada'],
    );
  },
);
