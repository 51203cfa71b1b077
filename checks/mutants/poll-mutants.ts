import type { Mutant } from './mutant.ts';

const WORK = ['server/src/features/agent-protocol/work.test.ts'];
const HOLDING = ['server/src/features/agent-protocol/holding.test.ts'];
const NUDGES = ['server/src/polls/nudges.test.ts'];
const CALLERS = 'server/src/access/caller-memory.test.ts';
const POLL = 'server/src/features/agent-protocol/wait-for-work.ts';

/** How a poll waits for work, and what it may miss (docs/engine.md#waiting-for-work). */
export const POLL_MUTANTS: readonly Mutant[] = [
  {
    name: 'a poll listens for nudges only after its claim',
    file: POLL,
    edits: [
      ['    nudges.listen(user_id, beNudged);\n', ''],
      [
        '      holding = undefined;\n',
        '      holding = undefined;\n      nudges.listen(user_id, beNudged);\n',
      ],
    ],
    tests: WORK,
  },
  {
    name: 'what the agent holds is obeyed at each look of a waiting poll',
    file: POLL,
    edits: [['      holding = undefined;\n', '']],
    tests: HOLDING,
  },
  {
    name: 'an agent is remembered after a nudge of everybody',
    file: 'server/src/polls/nudges.ts',
    edits: [['    lastOfAll = count;\n', '']],
    tests: [...NUDGES, CALLERS],
  },
  {
    name: 'an agent is remembered while nudges of other servers are missed',
    file: 'server/src/access/caller-memory.ts',
    edits: [['(checksSession && deps.hearsPeers())', 'checksSession']],
    tests: [CALLERS],
  },
  {
    name: 'a call that checks no session believes a token for longer than a second',
    file: 'server/src/access/caller-memory.ts',
    edits: [['(checksSession && deps.hearsPeers())', 'deps.hearsPeers()']],
    tests: [CALLERS],
  },
  {
    name: 'polls are woken before the commit',
    file: 'server/src/polls/nudges.ts',
    edits: [['afterCommit(() => wake(user_id));', 'wake(user_id);\n      afterCommit(() => {});']],
    tests: NUDGES,
  },
  {
    name: 'polls hear the nudges of their own server only',
    file: 'server/src/polls/nudges.ts',
    edits: [['if (from !== origin) wake', 'if (from === origin) wake']],
    tests: NUDGES,
  },
  {
    name: 'an agent has one work call too many open',
    file: 'server/src/features/agent-protocol/limit-polls.ts',
    edits: [['count > POLLS_AN_AGENT', 'count > POLLS_AN_AGENT + 1']],
    tests: HOLDING,
  },
  {
    name: 'a poll wakes for the last of the retries',
    file: 'server/functions/engine/claim.sql',
    edits: [['order by d.retry_at limit 1', 'order by d.retry_at desc limit 1']],
    tests: WORK,
  },
  {
    name: 'a poll wakes for the later of a pause and a retry',
    file: 'contract/src/rules/next-work.ts',
    edits: [['Math.min(...moments)', 'Math.max(...moments)']],
    tests: ['contract/src/rules/next-work-cases.test.ts', ...WORK],
  },
];
