import type { Mutant } from './mutant.ts';

const TRIES = 'server/functions/engine/obstacles.sql';
const OBSTACLES = 'contract/src/rules/resting/obstacle.ts';
const RESULTS = 'contract/src/rules/result.ts';
const tests = ['contract/src/rules/resting/obstacle.test.ts', 'server/src/engine/obstacles.test.ts'];

/** What three people in a row meet, which must not count against them (docs/engine.md#an-obstacle). */
export const OBSTACLE_MUTANTS: readonly Mutant[] = [
  {
    name: 'one person three times is taken for three',
    file: OBSTACLES,
    edits: [
      [
        'new Set(row.slice(-enough).map(({ recipient_id }) => recipient_id)).size',
        'row.slice(-enough).length',
      ],
    ],
    tests,
  },
  {
    name: 'two people let a profile rest',
    file: OBSTACLES,
    edits: [['areTwoLeft ? 2 : 3', '2']],
    tests,
  },
  {
    name: 'different obstacles are one',
    file: OBSTACLES,
    edits: [['facts.obstacle === met ?', 'facts.obstacle !== null ?']],
    tests,
  },
  {
    name: 'two people who are left after others were sent to let a profile rest',
    file: OBSTACLES,
    edits: [['total_sent === 0 && ', '']],
    tests,
  },
  {
    name: 'two people who are all of a campaign lose their tries',
    file: OBSTACLES,
    edits: [['total_list - total_failed === 2', 'total_list - total_failed === 0']],
    tests,
  },
  {
    name: 'a number in the words of an obstacle makes another one of it',
    file: OBSTACLES,
    edits: [['/[0-9]+/g', '/[0-9]+x/g']],
    tests,
  },
  {
    name: 'those who met an obstacle first keep their failed tries',
    file: TRIES,
    edits: [['greatest(d.failures - back.tries, 0)', 'd.failures']],
    tests: ['server/src/engine/obstacles.test.ts'],
  },
  {
    name: 'a try is given back again at each rest',
    file: OBSTACLES,
    edits: [['isInWay ? row.map((one) => ({ ...one, counts: false })) : row', 'row']],
    tests,
  },
  {
    name: 'a message in between leaves the row of an obstacle',
    file: RESULTS,
    edits: [['(meeting?.row ?? NO_OBSTACLE)', 'meeting?.row']],
    tests: ['server/src/engine/obstacles.test.ts'],
  },
  {
    name: 'an obstacle takes the last try for good',
    file: RESULTS,
    edits: [['facts.max_retries + (said.met === null ? 0 : 1)', 'facts.max_retries']],
    tests: ['contract/src/rules/result.test.ts', 'server/src/engine/obstacles.test.ts'],
  },
  {
    name: 'the agent tells no obstacle',
    file: 'agent/src/sending/delivery.ts',
    edits: [[', obstacle: toObstacle(reason, person) };', ' };']],
    tests: ['agent/src/sending/obstacle.test.ts'],
  },
];
