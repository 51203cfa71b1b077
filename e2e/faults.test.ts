import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { IS_WHOLE, itemsInTurn, partInTurn } from '@pigeonpost/server/testing/turn';
import { CELLS, cellsOf, FAULTS, nameOf, planScenes, THIRDS, type Third } from './faults/plan.ts';
import { runFaults } from './faults/run.ts';
import { describeFaults, findUnmet } from './faults/table.ts';
import { World } from './faults/world.ts';

const SEED = 7;
/** A third of the table has twelve scenes, so that each kind of cap lies on one of them. */
const FAULTS_OF_SCENE = 9;
const planOf = (third: Third) =>
  planScenes({ seed: SEED, faults: cellsOf(third).length, faultsOfScene: FAULTS_OF_SCENE, third });
/** A ninth of the table: every third scene of a third. A whole run plays all. */
const PART = partInTurn(9);
/** Far longer than on an idle machine: a slow run has not failed. */
const LIMIT_MS = 15 * 60_000;

for (const third of IS_WHOLE ? THIRDS : itemsInTurn(THIRDS, THIRDS.length))
  test(`faults at points of the third ${third}, and nobody is written to twice, lost or stuck`, {
    timeout: LIMIT_MS + 30_000,
  }, async (t) => {
    const scenes = planOf(third).filter(({ number }) => IS_WHOLE || number % 3 === Math.floor(PART / 3));
    const limit = AbortSignal.timeout(LIMIT_MS);
    const { happened, arrived, problems, ...met } = await runFaults({
      seed: SEED,
      faults: cellsOf(third).length,
      faultsOfScene: FAULTS_OF_SCENE,
      sideBySide: 12,
      third,
      numbers: scenes.map(({ number }) => number),
      signal: AbortSignal.any([t.signal, limit]),
      say: (line) => t.diagnostic(line),
    });
    for (const line of describeFaults(happened)) t.diagnostic(line);
    assert.deepEqual(
      problems.map((problem) => `third ${third}: ${problem}`),
      [],
    );
    assert.deepEqual(
      happened.map(nameOf).toSorted(),
      scenes.flatMap(({ faults }) => faults.map(nameOf)).toSorted(),
    );
    assert.ok(arrived > happened.length / 4, `only ${arrived} messages arrived`);
    if (!IS_WHOLE) return;
    const { unfilled, tooLong, followed, fullDays, scheduled, looks } = met;
    assert.ok(
      unfilled > 0 && tooLong > 0,
      `${unfilled} lacked a value, ${tooLong} had a text that is too long`,
    );
    assert.ok(followed > 0, 'no message of a follow-up arrived');
    // A third has three scheduled starts at most, and each of them may be refused or late by its draw: only a whole
    // round has both (`findUnmet`).
    assert.ok(
      fullDays + scheduled > 0 && looks > 0,
      `${fullDays} full days, ${scheduled} scheduled starts, ${looks} looks`,
    );
  });

test('a run that is ended while it starts leaves nothing behind', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-ended-'));
  // As root, PostgreSQL runs as another user, which needs access to this folder.
  chmodSync(folder, 0o711);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(folder, { recursive: true });
  });
  const run = new AbortController();
  const opening = World.open(run.signal).then((world) => world.end());
  run.abort(new Error('The run was ended.'));
  await assert.rejects(opening, /The run was ended/);
  assert.deepEqual(readdirSync(folder), []);
});

test('the thirds together play every fault at every point', () => {
  const plans = THIRDS.map(planOf);
  const played = plans.flat().flatMap(({ faults }) => faults.map(nameOf));
  assert.deepEqual(played.toSorted(), CELLS.map(nameOf).toSorted());
  for (const plan of plans)
    assert.equal(new Set(plan.flatMap(({ faults }) => faults.map(({ fault }) => fault))).size, FAULTS.length);
});

test('a seed gives the same scenes, however long the run', () => {
  const plan = (faults: number) => planScenes({ seed: SEED, faults, faultsOfScene: 25 });
  const faultsOf = (scenes: ReturnType<typeof plan>) => scenes.map((scene) => scene.faults);
  assert.deepEqual(faultsOf(plan(300)), faultsOf(plan(1000)).slice(0, 12));
  assert.equal(plan(300)[3]?.random(), plan(1000)[3]?.random());
});

test('a whole round must meet all that limits bring about, and a shorter run need not', () => {
  const met = { unfilled: 1, tooLong: 1, followed: 1, fullDays: 1, scheduled: 1, looks: 1 };
  assert.deepEqual(findUnmet(met, CELLS.length), []);
  for (const what of Object.keys(met)) {
    assert.equal(findUnmet({ ...met, [what]: 0 }, CELLS.length).length, 1, what);
    assert.deepEqual(findUnmet({ ...met, [what]: 0 }, CELLS.length - 1), []);
  }
});
