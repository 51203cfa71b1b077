import type { Mutant } from './mutant.ts';

const BEGIN = ['server/src/engine/begin.test.ts'];
const LINE = ['server/src/engine/fair-line.test.ts'];
const HOLDING = ['server/src/features/agent-protocol/holding.test.ts'];
const BY_HAND = ['server/src/engine/by-hand/manual-change.test.ts'];
const BY_HAND_IN_LISTS = ['server/src/features/recipients/manual-change.test.ts'];
const LAPSES = 'contract/src/rules/lapse.ts';
const ACTS = 'contract/src/rules/by-hand.ts';
const LEASES = 'server/src/engine/leases/lease-queries.ts';

/** How a lease ends without a result: by time, by its agent or by its owner. */
export const LEASE_MUTANTS: readonly Mutant[] = [
  {
    name: 'later lapses cost no try either',
    file: LAPSES,
    edits: [['has_lapsed: counts, due_at } = facts;', 'due_at } = facts;\n  const counts = false;']],
    tests: LINE,
  },
  {
    name: 'a lapse paces nobody',
    file: LAPSES,
    edits: [['      due_at,\n      action: isLast', '      action: isLast']],
    tests: LINE,
  },
  {
    name: 'whoever hangs again and again is handed out for ever',
    file: LAPSES,
    edits: [["state: isLast ? 'failed' : 'waiting'", "state: 'waiting'"]],
    tests: LINE,
  },
  {
    name: 'what is being sent is said to be handed back',
    file: 'server/src/engine/leases/release.ts',
    edits: [["return !verdicts.includes('being_sent');", 'return true;']],
    tests: BEGIN,
  },
  {
    name: 'what another machine holds is taken back for not being named',
    file: LEASES,
    edits: [['p.lease_agent_id = $2 and p.lease_token', '$2::bigint > 0 and p.lease_token']],
    tests: HOLDING,
  },
  {
    name: 'what the agent has begun is taken back for not being named',
    file: ACTS,
    edits: [
      [
        "state === 'sending' && act !== 'stop'",
        "state === 'sending' && act !== 'stop' && act !== 'hand_back'",
      ],
      ["hand_back: { leased: 'waiting' }", "hand_back: { leased: 'waiting', sending: 'waiting' }"],
    ],
    tests: HOLDING,
  },
  {
    name: 'a change by hand takes back what is being sent',
    file: ACTS,
    edits: [
      ["state === 'sending' && act !== 'stop'", "state === 'sending' && act === 'hand_back'"],
      [
        "change_recipient: { leased: 'skipped' }",
        "change_recipient: { leased: 'skipped', sending: 'skipped' }",
      ],
    ],
    tests: BY_HAND_IN_LISTS,
  },
  {
    name: 'a recipient leaves the campaign when its profile is changed',
    file: ACTS,
    edits: [["change_profile: { leased: 'waiting' }", "change_profile: { leased: 'skipped' }"]],
    tests: BY_HAND,
  },
  {
    name: 'a lease that ends unclear paces nobody',
    file: LAPSES,
    edits: [["state: 'uncertain', due_at,", "state: 'uncertain',"]],
    tests: ['server/src/engine/sweep.test.ts'],
  },
  {
    name: 'a list is deleted while a message to one of its names is being sent',
    file: LEASES,
    edits: [[' or c.list_id = $3 or', ' or $3::bigint < 0 or']],
    tests: BY_HAND,
  },
];
