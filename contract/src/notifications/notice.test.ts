import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pause } from '../pauses.ts';
import { LAST_CAMPAIGN_ID } from '../tests.ts';
import {
  noticeOfBlock,
  noticeOfEnd,
  noticeOfLostMail,
  noticeOfPause,
  noticeOfReply,
  noticeOfRest,
  noticeOfWish,
} from './notice.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const MINUTE = 60_000;
const SPRING = { campaign_id: 7, campaign_name: 'Spring' };
const TEST = { campaign_id: LAST_CAMPAIGN_ID + 1, campaign_name: 'Test' };
const PROFILE = { profile_id: 3, profile_name: 'shop' };

test('a pause is told unless somebody else is told of its cause, and a look as one', () => {
  const told: [Pause, string | undefined][] = [
    [{ kind: 'account' }, undefined],
    [{ kind: 'subscription' }, undefined],
    [{ kind: 'profiles' }, 'campaign_paused'],
    [{ kind: 'review', people: 10 }, 'campaign_review'],
  ];
  for (const [pause, kind] of told) assert.equal(noticeOfPause(SPRING, pause)?.kind, kind, pause.kind);
  const look = noticeOfPause(SPRING, { kind: 'review', people: 10 });
  assert.deepEqual(look?.args, { ...SPRING, people: 10 });
});

test('nobody is told of a test', () => {
  assert.equal(noticeOfPause(TEST, { kind: 'profiles' }), null);
  assert.equal(noticeOfEnd({ ...TEST, sent: 1, failed: 0 }, NOW), null);
});

test('ends are one for ten minutes, until they are seen', () => {
  const joins = noticeOfEnd({ ...SPRING, sent: 1, failed: 0 }, NOW)?.joins;
  assert.deepEqual(joins, { since: NOW - 10 * MINUTE, values: {}, is_unseen: true, grows: 'campaigns' });
});

test('a block is told each time, and a rest once as long as its profile has begun nothing more', () => {
  assert.equal(noticeOfBlock(PROFILE).joins, null);
  const { args, joins } = noticeOfRest('profile_resting', { ...PROFILE, granted: 12 });
  assert.deepEqual(joins, {
    since: null,
    values: { profile_id: 3, granted: 12 },
    is_unseen: false,
    grows: null,
  });
  assert.deepEqual(args, { ...PROFILE, granted: 12 });
});

test('wishes and lost mails are counted for a day, and replies for an hour and each campaign', () => {
  const counted = (minutes: number, values: object) => ({
    since: NOW - minutes * MINUTE,
    values,
    is_unseen: false,
    grows: 'count',
  });
  assert.deepEqual(noticeOfWish(NOW).joins, counted(24 * 60, {}));
  assert.deepEqual(noticeOfLostMail(NOW).joins, counted(24 * 60, {}));
  assert.deepEqual(noticeOfReply(SPRING, NOW).joins, counted(60, { campaign_id: 7 }));
});
