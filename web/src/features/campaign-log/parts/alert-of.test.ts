import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { alertOf } from './alert-of.ts';

const LINE: CampaignLog = {
  id: 1,
  campaign_id: 1,
  campaign_name: 'Sept class',
  action: 'paused',
  created_at: '2026-09-12T14:10:26Z',
  profile_name: null,
  recipient: null,
  message: '',
  reason_kind: null,
};

test('a campaign that paused by itself says why; one paused by hand causes no alert', () => {
  const message = 'No profile of this campaign is able to send';
  assert.deepEqual(alertOf({ ...LINE, message }), { title: 'Sept class paused', body: message });
  assert.equal(alertOf(LINE), undefined);
});

test('an end causes an alert, a stop by hand does not', () => {
  assert.equal(alertOf({ ...LINE, action: 'completed' })?.title, 'Sept class is done');
  assert.equal(alertOf({ ...LINE, action: 'failed' })?.title, 'Sept class failed');
  assert.equal(alertOf({ ...LINE, action: 'completed', message: 'Stopped before its end' }), undefined);
});

test('a campaign whose start came too late is told, one that was scheduled by hand is not', () => {
  const message = 'Was to start 14-09-2026 09:00, while the server was off';
  const late = alertOf({ ...LINE, action: 'scheduled', message, reason_kind: 'overdue' });
  assert.deepEqual(late, { title: 'Sept class was to start', body: message });
  assert.equal(alertOf({ ...LINE, action: 'scheduled', message: 'To start 14-09-2026 09:00' }), undefined);
});

test('a stopped profile is named; expected events cause no alert', () => {
  const stopped = alertOf({ ...LINE, action: 'profile_blocked', profile_name: 'kiln.club', message: 'Why.' });
  assert.deepEqual(stopped, { title: 'kiln.club stopped', body: 'Why.' });
  assert.equal(alertOf({ ...LINE, action: 'message_sent', recipient: 'lena.hartog' }), undefined);
});

test('a profile with which Firefox cannot start is described as that, with the reason', () => {
  const message = "Couldn't load XPCOM. This profile waits.";
  const line = {
    ...LINE,
    action: 'profile_blocked',
    profile_name: 'kiln.club',
    message,
    reason_kind: 'cannot_start',
  } as const;
  assert.deepEqual(alertOf(line), { title: 'kiln.club cannot start', body: message });
});
