import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meetObstacle, NO_OBSTACLE, type ObstacleRow, obstacleKey } from './obstacle.ts';

const CAMPAIGN = 7;
const MANY_LEFT = { total_list: 9, total_sent: 1, total_failed: 0 };
const TWO_LEFT = { total_list: 3, total_sent: 0, total_failed: 1 };
const MOST_KEPT = 20;

interface Step {
  /** Null: something else became of the person. */
  met: string | null;
  recipient_id: number;
}

const steps = fc.array(
  fc.record({
    met: fc.option(fc.constantFrom('a gate', 'terms'), { freq: 8 }),
    recipient_id: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 60 },
);

/** The row after each of these, with what the rule said and the steps so far, the newest last. */
function* walk(drawn: readonly Step[], numbers: typeof MANY_LEFT) {
  let row: ObstacleRow = NO_OBSTACLE;
  for (const [place, { met, recipient_id }] of drawn.entries()) {
    if (met === null) {
      row = NO_OBSTACLE;
      continue;
    }
    const said = meetObstacle(met, { campaign_id: CAMPAIGN, recipient_id }, { ...row, ...numbers });
    row = said.row;
    yield { said, met, recipient_id, before: drawn.slice(0, place + 1) };
  }
}

/** Whether the last of these are as many different people who met this. */
const areLast = (before: readonly Step[], met: string, many: number) => {
  const last = before.slice(-many);
  return (
    new Set(last.map(({ recipient_id }) => recipient_id)).size === many &&
    last.every((one) => one.met === met)
  );
};

for (const [where, numbers, enough] of [
  ['many are left', MANY_LEFT, 3],
  ['two are left of a campaign that has reached nobody', TWO_LEFT, 2],
  ['two are left of one that has', { ...TWO_LEFT, total_sent: 1 }, 3],
] as const)
  test(`where ${where}, ${enough} different people in a row who met the same let the profile rest`, () => {
    fc.assert(
      fc.property(steps, (drawn) => {
        for (const { said, met, before } of walk(drawn, numbers))
          assert.equal(said.isInWay, areLast(before, met, enough));
      }),
    );
  });

test('a rest gives those of the row each try back that they lost since the last rest, and nobody else any', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      let lost: number[] = [];
      let last: string | null = null;
      for (const { said, met, recipient_id, before } of walk(drawn, MANY_LEFT)) {
        if (met !== last || before.at(-2)?.met === null) lost = [];
        last = met;
        const back = said.givesBack.map((who) => who.recipient_id);
        assert.deepEqual(back, said.isInWay ? lost.slice(-MOST_KEPT) : []);
        lost = said.isInWay ? [] : [...lost, recipient_id];
      }
    }),
  );
});

test('the row keeps its newest people, and those who met something else leave it', () => {
  fc.assert(
    fc.property(steps, (drawn) => {
      for (const { said, met, before } of walk(drawn, MANY_LEFT)) {
        const others = before.findLastIndex((one) => one.met !== met);
        assert.equal(said.row.obstacle, met);
        assert.deepEqual(
          said.row.obstructed.map(({ recipient_id }) => recipient_id),
          before
            .slice(others + 1)
            .slice(-MOST_KEPT)
            .map(({ recipient_id }) => recipient_id),
        );
      }
    }),
  );
});

test('words that differ in numbers, case or the spaces around them are one obstacle', () => {
  assert.equal(obstacleKey(' Wait 12 seconds, or 1 minute. '), 'wait 0 seconds, or 0 minute.');
  assert.equal(obstacleKey('WAIT 9 SECONDS, OR 45 MINUTE.'), 'wait 0 seconds, or 0 minute.');
  assert.equal(obstacleKey('  '), null);
  assert.equal(obstacleKey('😀'.repeat(400)), '😀'.repeat(300));
});
