import type { Mutant } from './mutant.ts';

const BEGIN = ['server/src/engine/begin.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts'];
const HOLDING = ['server/src/features/agent-protocol/holding.test.ts'];
const BY_HAND = ['server/src/engine/by-hand/manual-change.test.ts'];
const BY_HAND_IN_LISTS = ['server/src/features/recipients/manual-change.test.ts'];
const LEASES = 'server/functions/engine/end-leases.sql';

/** How a lease ends without a result: by time, by its agent or by its owner. */
export const LEASE_MUTANTS: readonly Mutant[] = [
  {
    name: 'later lapses cost no try either',
    file: LEASES,
    edits: [['d.lapsed_token is not null as counts', 'false as counts']],
    tests: LINE,
  },
  {
    name: 'a lapse paces nobody',
    file: LEASES,
    edits: [
      [
        '        due_at => due_at,\n        action => case when is_last',
        '        action => case when is_last',
      ],
    ],
    tests: LINE,
  },
  {
    name: 'whoever hangs again and again is handed out for ever',
    file: LEASES,
    edits: [["case when is_last then 'failed' else 'waiting' end", "'waiting'"]],
    tests: LINE,
  },
  {
    name: 'what is being sent is said to be handed back',
    file: 'server/src/engine/release.ts',
    edits: [["return !states.includes('sending');", 'return true;']],
    tests: BEGIN,
  },
  {
    name: 'what another machine holds is taken back for not being named',
    file: LEASES,
    edits: [['p.lease_agent_id = of_agent and p.lease_token', 'p.lease_token']],
    tests: HOLDING,
  },
  {
    name: 'what the agent has begun is taken back for not being named',
    file: LEASES,
    edits: [
      [
        "retry_at => moment))\n      filter (where d.state = 'leased')",
        'retry_at => moment))\n      filter (where true)',
      ],
      [" and d.state = 'leased' end;", ' end;'],
    ],
    tests: HOLDING,
  },
  {
    name: 'a change by hand takes back what is being sent',
    file: LEASES,
    edits: [
      [
        `log_reason => '{"kind": "by_hand"}'))\n      filter (where d.state = 'leased')`,
        `log_reason => '{"kind": "by_hand"}'))`,
      ],
    ],
    tests: BY_HAND_IN_LISTS,
  },
  {
    name: 'a recipient leaves the campaign when its profile is changed',
    file: LEASES,
    edits: [["case when p.id = of_profile then 'waiting' else 'skipped' end", "'skipped'"]],
    tests: BY_HAND,
  },
  {
    name: 'a lease that ends unclear paces nobody',
    file: LEASES,
    edits: [["'uncertain', due_at => due_at,", "'uncertain',"]],
    tests: ['server/src/engine/sweep.test.ts'],
  },
  {
    name: 'a list is deleted while a message to one of its names is being sent',
    file: LEASES,
    edits: [[' or c.list_id = of_list', '']],
    tests: BY_HAND,
  },
];
