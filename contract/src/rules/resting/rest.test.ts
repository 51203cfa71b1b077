import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FAULT_REST_SECONDS } from '../../agent.ts';
import { noticeOfRest } from '../../notifications/notice.ts';
import {
  judgeReported,
  judgeRests,
  type MachineReport,
  type ReportedProfile,
  type RestingProfile,
  type RestWord,
} from './rest.ts';

const NOW = Date.parse('2026-11-02T09:00:00Z');
const WELL: RestingProfile = {
  id: 1,
  profile_name: 'Ada',
  granted: 7,
  is_blocked: false,
  is_signed_out: false,
  is_faulted: false,
};

const profiles: fc.Arbitrary<RestingProfile> = fc.record({
  id: fc.constant(1),
  profile_name: fc.constant('Ada'),
  granted: fc.nat(),
  is_blocked: fc.boolean(),
  is_signed_out: fc.boolean(),
  is_faulted: fc.boolean(),
});
const words: fc.Arbitrary<RestWord> = fc
  .record({
    blocks: fc.boolean(),
    signs_out: fc.boolean(),
    faults: fc.boolean(),
    obstructs: fc.boolean(),
    words: fc.constantFrom(undefined, 'It asks for a pause.'),
  })
  .map((drawn) => ({ ...drawn, obstructs: drawn.obstructs && drawn.faults }));

const judge = (profile: RestingProfile, ...said: RestWord[]) =>
  judgeRests(
    said.map((word) => ({ profile, word })),
    NOW,
  );
const kindsOf = (rest: ReturnType<typeof judge>[number] | undefined) =>
  rest?.news.map(({ reason }) => reason.kind) ?? [];

test('only what a profile does not rest for yet is news', () => {
  fc.assert(
    fc.property(profiles, words, (profile, word) => {
      const [rest] = judge(profile, word);
      const { obstructs, faults } = word;
      assert.deepEqual(kindsOf(rest), [
        ...(word.blocks && !profile.is_blocked ? ['blocked'] : []),
        ...(word.signs_out && !profile.is_signed_out ? ['signed_out'] : []),
        ...(faults && !profile.is_faulted ? [obstructs ? 'obstructed' : 'cannot_start'] : []),
      ]);
      assert.equal(rest?.blocks ?? false, word.blocks && !profile.is_blocked);
      assert.equal(rest?.signs_out ?? false, word.signs_out && !profile.is_signed_out);
    }),
  );
});

test('the same word a second time in a step is no news', () => {
  fc.assert(
    fc.property(profiles, words, (profile, word) => {
      const [, again] = judge(profile, word, word);
      assert.deepEqual(kindsOf(again), []);
      assert.equal(again?.blocks ?? false, false);
    }),
  );
});

test('each fault lets its profile rest for ten minutes from then on, news or not', () => {
  fc.assert(
    fc.property(profiles, words, (profile, word) => {
      const [rest] = judge(profile, word);
      const until = NOW + FAULT_REST_SECONDS * 1000;
      const kind = word.obstructs ? 'obstacle' : 'machine';
      assert.deepEqual(rest?.fault ?? null, word.faults ? { kind, until } : null);
    }),
  );
});

test('words of one profile are none of another', () => {
  const word: RestWord = { blocks: true, signs_out: false, faults: false, obstructs: false };
  const rests = judgeRests(
    [WELL, { ...WELL, id: 2 }].map((profile) => ({ profile, word })),
    NOW,
  );
  assert.deepEqual(rests.map(kindsOf), [['blocked'], ['blocked']]);
});

const LISTED: ReportedProfile = {
  id: 1,
  profile_name: 'Ada',
  granted: 7,
  profile_path: '/p/one',
  is_deleted: false,
  is_faulted: false,
  ends: false,
};
/** Once until it sends again. */
const RESTING = noticeOfRest('profile_resting', { profile_id: 1, profile_name: 'Ada', granted: 7 });
const REPORT: MachineReport = { machine_name: 'studio', folders: ['/p/one'], error: null };

test('a profile rests while its machine does not list it, until it does', () => {
  assert.equal(judgeReported(LISTED, REPORT), null);
  const away = judgeReported(LISTED, { ...REPORT, folders: [] });
  const words = 'Firefox on studio does not list this folder.';
  assert.deepEqual(away, {
    blocks: false,
    signs_out: false,
    fault: { kind: 'machine', until: null },
    words,
    news: [{ reason: { kind: 'unlisted', words }, notice: RESTING }],
  });
  const still = judgeReported(
    { ...LISTED, is_faulted: true },
    { ...REPORT, folders: [], error: 'It is gone.' },
  );
  assert.ok(still !== null && still !== 'over');
  assert.deepEqual([still.news, still.words], [[], 'It is gone.']);
  assert.equal(judgeReported({ ...LISTED, is_faulted: true }, REPORT), 'over');
});

test('a list of folders ends no rest that a moment ends, and lets no deleted profile rest', () => {
  assert.equal(judgeReported({ ...LISTED, is_faulted: true, ends: true }, REPORT), null);
  assert.equal(judgeReported({ ...LISTED, is_deleted: true }, { ...REPORT, folders: [] }), null);
});
