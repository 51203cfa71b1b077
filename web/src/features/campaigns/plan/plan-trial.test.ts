import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { type Trial, trialChanges, trialErrors, trialInputs, trialOf } from './plan-trial.ts';

const NINE_TO_FIVE = [[540, 1020]] as const;

/** What a trial reads of a plan and its campaign: one profile that it uses, and a free one. */
const plan = {
  inputs: {
    time_zone: 'Europe/Oslo',
    quiet_dates: [],
    hours: null,
    delay_start: 350,
    delay_end: 450,
    profile_cap_hour: null,
    profile_cap_day: 10,
    cap_day: null,
    profiles: [{ cap_day: 1 }],
  },
  profiles: [{ profile_id: 7, profile_name: 'kiln.club' }],
  free_profiles: [{ profile_id: 8, profile_name: 'spare', inputs: { cap_day: 2 } }],
} as unknown as Plan;
const campaign = {
  status: 'pending',
  stage: null,
  start_at: null,
  hours: null,
  not_after: null,
  cap_day: null,
  canary: null,
} as unknown as Campaign;
const saved = trialOf(plan, campaign);
const wrong = (change: Partial<Trial>) =>
  trialErrors({ ...saved, ...change }, saved, { inputs: plan.inputs, delayMin: 30 });
const hours = [{ day: 1, from: '09:00', to: '17:00' }];

test('a plan is tried with the typed hours, and with the profiles that are ticked', () => {
  const tried = trialInputs({ ...saved, account_hours: hours, profile_ids: [8] }, { plan, campaign });
  assert.deepEqual(tried.hours, NINE_TO_FIVE);
  assert.deepEqual(
    tried.profiles.map(({ cap_day }) => cap_day),
    [2],
  );
});

test('only what was changed is saved, profiles too', () => {
  assert.deepEqual(trialChanges(saved, saved, 'Europe/Oslo'), { account: undefined, campaign: undefined });
  assert.deepEqual(
    trialChanges({ ...saved, profile_cap_day: '25', profile_ids: [7, 8] }, saved, 'Europe/Oslo'),
    { account: { profile_cap_day: 25 }, campaign: { profiles_used: [7, 8] } },
  );
});

test('a trial has the errors of the server at its fields', () => {
  assert.deepEqual(wrong({}), {});
  assert.deepEqual(wrong({ profile_cap_day: '25x' }), {
    profile_cap_day: 'A cap per day must be a whole number from 1 to 1000',
  });
  assert.deepEqual(wrong({ profile_ids: [] }), { profile_ids: 'Choose at least one profile' });
  const tuesday = [{ day: 2, from: '09:00', to: '17:00' }];
  assert.deepEqual(Object.keys(wrong({ account_hours: hours, hours: tuesday })), ['hours']);
  assert.deepEqual(wrong({ account_hours: hours, hours }), {});
});
