import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CELLS, planScenes } from './faults/plan.ts';
import { runFaults } from './faults/run.ts';
import { describeFaults, findEmptyCells } from './faults/table.ts';
import { World } from './faults/world.ts';

const SEED = 7;
/** Far longer than on an idle machine: a slow run has not failed. */
const LIMIT_MS = 15 * 60_000;

test('every fault at every point, and nobody is written to twice, lost or stuck', {
  timeout: LIMIT_MS + 30_000,
}, async (t) => {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const { happened, arrived, unfilled, tooLong, fullDays, scheduled, problems } = await runFaults({
    seed: SEED,
    faults: CELLS.length,
    faultsOfScene: 25,
    sideBySide: 12,
    signal: AbortSignal.any([t.signal, limit]),
    say: (line) => t.diagnostic(line),
  });
  for (const line of describeFaults(happened)) t.diagnostic(line);
  assert.deepEqual(problems, []);
  assert.deepEqual(findEmptyCells(happened), []);
  assert.ok(arrived > happened.length / 4, `only ${arrived} messages arrived`);
  assert.ok(
    unfilled > 0 && tooLong > 0,
    `${unfilled} lacked a value, ${tooLong} had a text that is too long`,
  );
  assert.ok(fullDays > 0 && scheduled > 0, `${fullDays} full days, ${scheduled} scheduled starts`);
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

test('a seed gives the same scenes, however long the run', () => {
  const plan = (faults: number) => planScenes({ seed: SEED, faults, faultsOfScene: 25 });
  const faultsOf = (scenes: ReturnType<typeof plan>) => scenes.map((scene) => scene.faults);
  assert.deepEqual(faultsOf(plan(300)), faultsOf(plan(1000)).slice(0, 12));
  assert.equal(plan(300)[3]?.random(), plan(1000)[3]?.random());
});
