import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { formatLogLine } from './format-log-line.ts';

const sent: CampaignLog = {
  id: 1,
  campaign_id: 1,
  campaign_name: 'Sept class',
  action: 'message_sent',
  created_at: '2026-09-12T14:10:26Z',
  profile_name: 'fjordandclay',
  recipient: 'kaffebaren_oslo',
  message: '',
  reason_kind: null,
};

test('a message names its recipient, campaign and profile', () => {
  assert.deepEqual(formatLogLine(sent), {
    label: 'sent',
    subject: '@kaffebaren_oslo',
    message: '',
    context: 'Sept class · fjordandclay',
  });
});

test('a block names the profile', () => {
  const { subject, context } = formatLogLine({ ...sent, action: 'profile_blocked' });
  assert.deepEqual([subject, context], ['fjordandclay', 'Sept class']);
});

test('a signed-out profile has stopped, and is not blocked', () => {
  const blocked: CampaignLog = { ...sent, action: 'profile_blocked', reason_kind: 'blocked' };
  assert.equal(formatLogLine(blocked).label, 'blocked');
  assert.equal(formatLogLine({ ...blocked, reason_kind: 'signed_out' }).label, 'stopped');
});

test('people who are given to all profiles are not put back', () => {
  const line: CampaignLog = { ...sent, action: 'put_back', reason_kind: 'put_back' };
  assert.equal(formatLogLine(line).label, 'put back');
  assert.equal(formatLogLine({ ...line, reason_kind: 'given_to_all' }).label, 'given');
});

test('an event of a campaign names it once', () => {
  const line: CampaignLog = { ...sent, action: 'paused', recipient: null, profile_name: null };
  const { label, subject, context } = formatLogLine(line);
  assert.deepEqual([label, subject, context], ['paused', 'Sept class', '']);
});

test('a message with an unknown outcome is unclear, not failed', () => {
  const line: CampaignLog = { ...sent, action: 'message_failed', reason_kind: 'told' };
  assert.equal(formatLogLine(line).label, 'failed');
  assert.equal(formatLogLine({ ...line, reason_kind: 'unclear' }).label, 'unclear');
});
