import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSubscriptionActive, planOf } from './subscription.ts';

const now = new Date('2026-09-12T09:00:00Z');
const active = (role: 'user' | 'admin', subscription_end_date: string | null) =>
  isSubscriptionActive({ role, subscription_end_date }, now);

test('a subscription is active until its end date, and never without one', () => {
  assert.ok(active('user', '2026-09-12T09:00:00.001Z'));
  assert.ok(!active('user', '2026-09-12T09:00:00.000Z'));
  assert.ok(!active('user', null));
});

test('an administrator always has one', () => {
  assert.ok(active('admin', null));
  assert.ok(active('admin', '2020-01-01T00:00:00Z'));
});

test('an unknown pack counts as starter', () => {
  assert.equal(planOf('pro').maxProfiles, null);
  assert.equal(planOf('starter').maxProfiles, 10);
  assert.equal(planOf('enterprise').name, 'Starter');
});
