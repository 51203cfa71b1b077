import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { inPickingOrder } from '../../profiles/parts/picking-order.ts';
import { profileChoice } from './profile-choice.ts';

const free: Profile = {
  id: 1,
  profile_name: 'kiln.club',
  profile_path: '/p/kiln',
  insta_username: 'kiln.club',
  has_password: false,
  password_lost: false,
  is_active: 1,
  blocked_at: null,
  sent_before_block: null,
  signed_out_at: null,
  faulted_at: null,
  fault_kind: null,
  fault_until: null,
  rest_reason: null,
  next_send_at: null,
  running_campaign: null,
  agent_id: null,
  is_open: false,
  cap_hour: null,
  cap_day: null,
  begun_today: 0,
  begun_this_hour: 0,
  cap_now: { hour: null, day: null, because: null },
  begin_slowly: null,
  slow_until: null,
  capped_until: null,
  created_at: '2026-09-12T09:00:00Z',
};
const used: Profile = { ...free, id: 2, running_campaign: { id: 8, name: 'Sept class' } };
const blocked: Profile = { ...free, id: 3, blocked_at: '2026-09-12T09:00:00Z' };
const inactive: Profile = { ...free, id: 4, is_active: 0 };

test('a free profile shows its username', () => {
  assert.deepEqual(profileChoice(free), { isFree: true, note: '@kiln.club', tags: [], refusal: '' });
});

test('a profile that cannot be picked says why', () => {
  const words = [used, blocked, inactive].map((profile) => profileChoice(profile));
  assert.deepEqual(
    words.map(({ isFree, tags, note }) => [isFree, tags, note]),
    [
      [false, ['In Use'], 'Sending Sept class'],
      [false, ['Blocked'], 'Press Resume in Profiles first'],
      [false, ['Inactive'], 'Switch it on in Profiles first'],
    ],
  );
});

test('a blocked profile of a running campaign says both, and waits for Resume', () => {
  const { tags, note } = profileChoice({ ...used, blocked_at: '2026-09-12T09:00:00Z' });
  assert.deepEqual(tags, ['Blocked', 'In Use']);
  assert.equal(note, 'Press Resume in Profiles first');
});

test('a signed-out profile says how it can send again', () => {
  assert.deepEqual(profileChoice({ ...free, signed_out_at: '2026-09-12T09:00:00Z' }), {
    isFree: false,
    tags: ['Signed out'],
    note: 'Open it in Profiles first',
    refusal: 'Signed out: Open it in Profiles first',
  });
});

test('a profile with which Firefox cannot start can be picked: its campaign waits', () => {
  const { isFree, tags } = profileChoice({ ...free, faulted_at: '2026-09-12T09:00:00Z' });
  assert.deepEqual([isFree, tags], [true, ['Cannot start']]);
});

test('chosen profiles come first, then free ones, each in natural order', () => {
  const shop = (id: number, number: number) => ({ ...free, id, profile_name: `shop.${number}` });
  const profiles = [used, shop(10, 10), shop(9, 9), inactive, shop(100, 100), free];
  const order = (chosen: number[]) =>
    inPickingOrder(profiles, { chosen: new Set(chosen), choiceOf: profileChoice }).map(({ id }) => id);
  assert.deepEqual(order([]), [1, 9, 10, 100, 2, 4]);
  assert.deepEqual(order([100, 10]), [10, 100, 1, 9, 2, 4]);
});
