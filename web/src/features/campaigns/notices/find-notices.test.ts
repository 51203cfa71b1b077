import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { STANDSTILLS, type StandstillKind } from '@pigeonpost/contract/campaigns/standstills';
import { findNotices, type NoticeKind } from './find-notices.ts';

const AT = '2026-09-14T09:00:00.000Z';
const PENDING = {
  status: 'pending',
  stage: null,
  start_at: null,
  start_problem: null,
  total_list: 3,
  profiles_able: 1,
  standstill: null,
  start_refusal: null,
  open_windows: [],
  waits_for: [],
} as unknown as CampaignDetails;
const ABLE = { is_active: 1, blocked_at: null, signed_out_at: null, deleted_at: null, faulted_at: null };
const WINDOW = { profile_id: 1, profile_name: 'one', profile_path: '/p/one' };

interface Known {
  profile?: object;
  connected?: boolean;
  isActive?: boolean;
  isMistyped?: boolean;
}

/** The notices of a campaign with one profile and one agent. */
const noticesOf = (
  campaign: Partial<CampaignDetails>,
  { profile = {}, connected = true, isActive = true, isMistyped = false }: Known = {},
): NoticeKind[] =>
  findNotices({
    campaign: { ...PENDING, ...campaign },
    profiles: [{ ...ABLE, ...profile } as ProfilePerformance],
    agents: [{ connected } as Agent],
    isActive,
    mistyped: isMistyped ? { mistyped: '{usrname}' } : undefined,
    nowMs: Date.parse(AT),
  });

const stands = (kind: StandstillKind) => ({ standstill: { kind, words: '' } });
const running = (more: Partial<CampaignDetails> = {}) => ({ status: 'running' as const, ...more });
const paused = (more: Partial<CampaignDetails> = {}) => ({ status: 'paused' as const, ...more });

test('each standstill has its notice, but for an own pause, a freeze and profiles that rest', () => {
  for (const kind of STANDSTILLS) {
    const expected = ['by_you', 'frozen', 'profiles'].includes(kind) ? [] : [kind];
    assert.deepEqual(noticesOf(paused(stands(kind))), expected);
  }
  assert.deepEqual(noticesOf(running({ ...stands('window'), open_windows: [WINDOW] })), ['window']);
});

test('of a running campaign a part may not send, and a countdown comes before hours and caps', () => {
  assert.deepEqual(noticesOf(running({ open_windows: [WINDOW] })), ['some_windows']);
  assert.deepEqual(noticesOf(running({ ...stands('agent'), open_windows: [WINDOW] })), ['agent']);
  assert.deepEqual(noticesOf(running(), { profile: { faulted_at: AT } }), ['some_faulted']);
  assert.deepEqual(noticesOf(running({ stage: 'starting', ...stands('hours') })), []);
  assert.deepEqual(noticesOf(running()), []);
});

test('a paused campaign without a profile that can send has the notice of its profiles', () => {
  const unable = paused({ profiles_able: 0, ...stands('review') });
  assert.deepEqual(noticesOf(unable, { profile: { blocked_at: AT } }), ['resting']);
  assert.deepEqual(noticesOf(unable, { profile: { is_active: 0 } }), ['off']);
  assert.deepEqual(noticesOf(unable, { profile: { deleted_at: AT } }), ['none_left']);
});

test('before the start it says what is missing, then that no agent would send', () => {
  assert.deepEqual(noticesOf({ total_list: 0, profiles_able: 0 }), ['nobody']);
  assert.deepEqual(noticesOf({ start_refusal: { kind: 'text', words: '' } }), ['refused']);
  assert.deepEqual(noticesOf({ start_refusal: { kind: 'taken', words: '' } }), []);
  assert.deepEqual(noticesOf({}, { connected: false }), ['no_agent']);
  assert.deepEqual(noticesOf({}, { connected: false, isActive: false }), []);
});

test('a moment, people who wait and a mistyped blank stand beside it', () => {
  assert.deepEqual(noticesOf({ start_at: AT, stage: 'scheduled' }), ['scheduled']);
  assert.deepEqual(noticesOf({ start_at: AT, stage: 'scheduled', start_problem: 'No.' }), ['tried']);
  assert.deepEqual(noticesOf({ start_at: AT, stage: 'overdue' }), ['overdue']);
  const one = { profile_id: 2, profile_name: 'two', people: 1, reason: 'blocked' as const };
  assert.deepEqual(noticesOf(running({ waits_for: [one] })), ['waits_for_one']);
  assert.deepEqual(noticesOf(paused({ waits_for: [one, one], profiles_able: 0 })), ['waits_for_several']);
  assert.deepEqual(noticesOf({}, { isMistyped: true }), ['mistyped']);
  assert.deepEqual(noticesOf(running(), { isMistyped: true }), []);
  assert.deepEqual(noticesOf({ status: 'completed', waits_for: [] }, { isMistyped: true }), []);
});
