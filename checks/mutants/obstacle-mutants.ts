import type { Mutant } from './mutant.ts';

const OBSTACLES = 'server/functions/engine/obstacles.sql';
const RESULTS = 'contract/src/rules/result.ts';
const tests = ['server/src/engine/obstacles.test.ts'];

/** What three people in a row meet, which must not count against them (docs/engine.md#an-obstacle). */
export const OBSTACLE_MUTANTS: readonly Mutant[] = [
  {
    name: 'one person three times is taken for three',
    file: OBSTACLES,
    edits: [['count(distinct one) = case', 'count(one) = case']],
    tests,
  },
  {
    name: 'two people let a profile rest',
    file: OBSTACLES,
    edits: [['2 else 3 end', '2 else 2 end']],
    tests,
  },
  {
    name: 'different obstacles are one',
    file: OBSTACLES,
    edits: [['p.obstacle = met and (', 'p.obstacle is not null and (']],
    tests,
  },
  {
    name: 'two people who are left after others were sent to let a profile rest',
    file: OBSTACLES,
    edits: [['    and g.total_sent = 0 and ', '    and ']],
    tests,
  },
  {
    name: 'two people who are all of a campaign lose their tries',
    file: OBSTACLES,
    edits: [['g.total_list - g.total_failed = 2', 'g.total_list - g.total_failed = 0']],
    tests,
  },
  {
    name: 'a number in the words of an obstacle makes another one of it',
    file: OBSTACLES,
    edits: [["'[0-9]+', '0', 'g'", "'[0-9]+x', '0', 'g'"]],
    tests,
  },
  {
    name: 'those who met an obstacle first keep their failed tries',
    file: OBSTACLES,
    edits: [['greatest(d.failures - met.tries, 0)', 'd.failures']],
    tests,
  },
  {
    name: 'a try is given back again at each rest',
    file: OBSTACLES,
    edits: [["(one ->> 'counts')::boolean and not c.obstructs", "(one ->> 'counts')::boolean"]],
    tests,
  },
  {
    name: 'a message in between leaves the row of an obstacle',
    file: RESULTS,
    edits: [["? (met ?? '') : undefined", '? (met ?? undefined) : undefined']],
    tests,
  },
  {
    name: 'an obstacle takes the last try for good',
    file: RESULTS,
    edits: [['facts.max_retries + (facts.met === null ? 0 : 1)', 'facts.max_retries']],
    tests,
  },
  {
    name: 'the agent tells no obstacle',
    file: 'agent/src/sending/delivery.ts',
    edits: [[', obstacle: toObstacle(reason, person) };', ' };']],
    tests: ['agent/src/sending/obstacle.test.ts'],
  },
];
