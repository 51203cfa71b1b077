import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CAMPAIGN_STATUSES } from '../campaigns.ts';
import type { PauseKind } from '../pauses.ts';
import { PLAIN_ACCOUNT, PLAIN_CAMPAIGN } from '../testing/plain-facts.ts';
import { type Course, type CourseFacts, judgeCourse, type UsedProfile } from './complete.ts';
import { isEligible } from './time.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const HOUR = 3_600_000;

const rarely = fc.integer({ min: 0, max: 7 }).map((drawn) => drawn === 0);
const profiles: fc.Arbitrary<UsedProfile[]> = fc
  .array(
    fc.record({
      is_active: rarely.map((isRare) => !isRare),
      is_deleted: rarely,
      is_blocked: rarely,
      is_signed_out: fc.boolean(),
      has_line: fc.boolean(),
      has_tries: fc.boolean(),
    }),
    { maxLength: 3 },
  )
  .map((drawn) => drawn.map((one, index) => ({ ...one, profile_name: `profile ${index}` })));

const facts: fc.Arbitrary<CourseFacts> = fc
  .record({
    is_active: rarely.map((isRare) => !isRare),
    subscription_end: fc.constantFrom(null, NOW, NOW + 1, NOW + HOUR, NOW + HOUR),
    status: fc.constantFrom(...CAMPAIGN_STATUSES, 'running', 'paused', 'running'),
    is_deleted: rarely,
    not_after: fc.constantFrom(null, null, NOW - 1, NOW, NOW + 1),
    is_public: fc.constantFrom(null, true, true, false),
    is_follow_up: fc.boolean(),
    has_pause: fc.boolean(),
    has_line: fc.boolean(),
    canary: fc.option(fc.integer({ min: 1, max: 4 })),
    is_canary_over: rarely,
    total_sent: fc.nat({ max: 3 }),
    total_failed: fc.nat({ max: 3 }),
    in_work: fc.constantFrom(0, 0, 1, 2),
    profiles,
  })
  .map(
    ({
      is_active,
      subscription_end,
      status,
      is_deleted,
      not_after,
      is_public,
      is_follow_up,
      profiles,
      ...rest
    }) => ({
      ...rest,
      // Only a paused one is paused for a reason, and only a follow-up tells what its profiles have.
      has_pause: rest.has_pause && status === 'paused',
      profiles: profiles.map((one) => (is_follow_up ? one : { ...one, has_line: false, has_tries: false })),
      account: { ...PLAIN_ACCOUNT, is_active, subscription_end },
      campaign: { ...PLAIN_CAMPAIGN, status, is_deleted, not_after, is_public, is_follow_up },
    }),
  );

const forAll = (holds: (known: CourseFacts, course: Course) => void) =>
  fc.assert(
    fc.property(facts, (known) => holds(known, judgeCourse(known, NOW))),
    { numRuns: 3000 },
  );

const hasPeople = ({ has_line, profiles }: CourseFacts) => has_line || profiles.some((one) => one.has_line);
const isOpen = ({ campaign }: CourseFacts) =>
  !campaign.is_deleted && (campaign.status === 'running' || campaign.status === 'paused');

test('a campaign ends exactly when nobody is in work and nobody is left, paused or not', () => {
  forAll((known, course) => {
    assert.equal(course.kind === 'ends', isOpen(known) && known.in_work === 0 && !hasPeople(known));
    if (course.kind !== 'ends') return;
    const hasOnlyFailed = known.total_sent === 0 && known.total_failed > 0;
    assert.equal(course.status, hasOnlyFailed ? 'failed' : 'completed');
  });
});

test('what is deleted, or was not started, or has ended, stays as it is', () => {
  forAll((known, course) => {
    if (!isOpen(known)) assert.equal(course.kind, 'goes_on');
  });
});

test('a campaign that may and can go on does so, until its canary is done', () => {
  forAll((known, course) => {
    const { account, campaign, profiles, has_line, canary, is_canary_over } = known;
    const maySend = account.is_active && (account.subscription_end ?? 0) > NOW;
    const isInTime = campaign.not_after === null || campaign.not_after > NOW;
    const canSend = profiles.some(
      (one) => isEligible(one) && (!campaign.is_follow_up || has_line || one.has_line || one.has_tries),
    );
    if (campaign.status !== 'running' || campaign.is_deleted || course.kind === 'ends') return;
    if (!(maySend && isInTime && campaign.is_public !== false && canSend)) return;
    const isDone = known.total_sent + known.total_failed >= (canary ?? Number.POSITIVE_INFINITY);
    const waits = isDone && !is_canary_over && known.in_work === 0;
    const review = { kind: 'pauses', pause: { kind: 'review', people: canary } };
    assert.deepEqual(course, waits ? review : { kind: 'goes_on' });
  });
});

test('what its owner has paused is paused again for the look alone, and for another reason never', () => {
  forAll(({ campaign, has_pause }, course) => {
    if (campaign.status !== 'paused' || course.kind !== 'pauses') return;
    assert.equal(course.pause.kind, 'review');
    assert.ok(!has_pause);
  });
});

test('a pause names no profile that could send, and only profiles of the campaign', () => {
  forAll(({ profiles }, course) => {
    if (course.kind !== 'pauses' || !('profiles' in course.pause)) return;
    const { pause } = course;
    assert.ok(pause.profiles.length > 0);
    for (const name of pause.profiles) {
      const named = profiles.find(({ profile_name }) => profile_name === name);
      assert.ok(named && !isEligible(named));
      if (pause.kind === 'signed_out') assert.ok(named.is_active && named.is_signed_out);
    }
  });
});

const ABLE: UsedProfile = {
  profile_name: 'able',
  is_active: true,
  is_deleted: false,
  is_blocked: false,
  is_signed_out: false,
  has_line: false,
  has_tries: false,
};
/** A running campaign with somebody left. */
const GOING: CourseFacts = {
  account: PLAIN_ACCOUNT,
  campaign: PLAIN_CAMPAIGN,
  has_pause: false,
  has_line: true,
  profiles: [ABLE],
  canary: null,
  is_canary_over: false,
  total_sent: 0,
  total_failed: 0,
  in_work: 0,
};

/** What keeps a campaign from going on, in the order in which it is told: the first outweighs all that follow. */
const BREAKS: { kind: PauseKind; breaks: (known: CourseFacts) => CourseFacts }[] = [
  { kind: 'account', breaks: (f) => ({ ...f, account: { ...f.account, is_active: false } }) },
  { kind: 'subscription', breaks: (f) => ({ ...f, account: { ...f.account, subscription_end: NOW } }) },
  { kind: 'last_moment', breaks: (f) => ({ ...f, campaign: { ...f.campaign, not_after: NOW } }) },
  { kind: 'stop_link', breaks: (f) => ({ ...f, campaign: { ...f.campaign, is_public: false } }) },
  {
    kind: 'signed_out',
    breaks: (f) => ({ ...f, profiles: f.profiles.map((one) => ({ ...one, is_signed_out: true })) }),
  },
  {
    kind: 'own_profiles',
    breaks: (f) => ({
      ...f,
      campaign: { ...f.campaign, is_follow_up: true },
      has_line: false,
      profiles: [...f.profiles, { ...ABLE, profile_name: 'blocked', is_blocked: true, has_line: true }],
    }),
  },
  { kind: 'review', breaks: (f) => ({ ...f, canary: 2, total_sent: 1, total_failed: 1 }) },
];

test('of several reasons the first is told', () => {
  for (const [first, { kind }] of BREAKS.entries()) {
    const known = BREAKS.slice(first).reduce((f, { breaks }) => breaks(f), GOING);
    const course = judgeCourse(known, NOW);
    assert.equal(course.kind === 'pauses' && course.pause.kind, kind);
  }
  const off = { ...GOING, profiles: [{ ...ABLE, is_active: false, is_signed_out: true }] };
  assert.deepEqual(judgeCourse(off, NOW), { kind: 'pauses', pause: { kind: 'profiles' } });
});

test('a last moment is told as the clock of its user shows it', () => {
  const zone = { changes: [], ahead: [-60] };
  const not_after = Date.parse('2026-11-01T00:05:00Z');
  const past = {
    ...GOING,
    account: { ...PLAIN_ACCOUNT, zone },
    campaign: { ...PLAIN_CAMPAIGN, not_after },
  };
  assert.deepEqual(judgeCourse(past, NOW), {
    kind: 'pauses',
    pause: { kind: 'last_moment', moment: '31-10-2026 23:05' },
  });
});

test('a follow-up waits for nobody while a profile that can send has somebody, at work or tried again', () => {
  const blocked = { ...ABLE, profile_name: 'blocked', is_blocked: true, has_line: true };
  const waiting = {
    ...GOING,
    campaign: { ...PLAIN_CAMPAIGN, is_follow_up: true },
    has_line: false,
    profiles: [ABLE, blocked],
  };
  assert.deepEqual(judgeCourse(waiting, NOW), {
    kind: 'pauses',
    pause: { kind: 'own_profiles', profiles: ['blocked'] },
  });
  const trying = { ...waiting, in_work: 1, profiles: [{ ...ABLE, has_tries: true }, blocked] };
  assert.equal(judgeCourse(trying, NOW).kind, 'goes_on');
  assert.equal(judgeCourse({ ...waiting, has_line: true }, NOW).kind, 'goes_on');
});
