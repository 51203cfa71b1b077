import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { campaignCommands } from './palette-items.ts';

const campaign = (part: Partial<Campaign>) => ({ id: 1, name: 'Kiln', total_list: 3, ...part }) as Campaign;

const labels = (campaigns: Campaign[], isActive = true) =>
  campaignCommands(campaigns, isActive).map(({ label }) => label);

test('a running campaign can be paused, a paused and a pending one started', () => {
  const all = (['running', 'paused', 'pending', 'completed'] as const).map((status) => campaign({ status }));
  assert.deepEqual(labels(all), ['Pause Kiln', 'Start Kiln', 'Start Kiln']);
});

test('nothing is started with an expired subscription, without recipients, or without profiles', () => {
  const all = (['running', 'paused', 'pending'] as const).map((status) => campaign({ status }));
  assert.deepEqual(labels(all, false), ['Pause Kiln']);
  assert.deepEqual(labels([campaign({ status: 'pending', total_list: 0 })]), []);
  assert.deepEqual(labels([campaign({ status: 'paused', profiles_able: 0 })]), []);
});
