import type { Mutant } from './mutant.ts';

const RESTING = ['server/src/engine/resting-profiles.test.ts'];
const SETTLE = ['server/src/engine/by-hand/settle.test.ts'];
const LATE = ['server/src/engine/late-words.test.ts'];
const REST = 'contract/src/rules/resting/rest.ts';
const RESTS = ['contract/src/rules/resting/rest.test.ts'];

/** State of a delivery and its profile from one event to the next (docs/engine.md#delivery-states). */
export const MEMORY_MUTANTS: readonly Mutant[] = [
  {
    name: 'a block is noted again each time it is said',
    file: REST,
    edits: [['word.blocks && !profile.is_blocked', 'word.blocks']],
    tests: [...RESTS, ...RESTING],
  },
  {
    name: 'a sign-out is noted again each time it is said',
    file: REST,
    edits: [['word.signs_out && !profile.is_signed_out', 'word.signs_out']],
    tests: [...RESTS, ...RESTING],
  },
  {
    name: 'a new try keeps the end of the last one',
    file: 'server/functions/engine/lease-deliveries.sql',
    edits: [['begun_at = null, ended_at = null, retry_at = null', 'begun_at = null, retry_at = null']],
    tests: RESTING,
  },
  {
    name: 'a campaign that is paused names profiles that are switched off',
    file: 'contract/src/rules/complete.ts',
    edits: [['one.is_active && !one.is_deleted && one.is_signed_out', 'one.is_signed_out']],
    tests: ['contract/src/rules/complete.test.ts', ...RESTING],
  },
  {
    name: 'what the owner settled is forgotten with the next event',
    file: 'contract/src/rules/follow.ts',
    edits: [['settled ?? facts.settled_token', 'settled']],
    tests: ['contract/src/rules/follow.test.ts', ...SETTLE],
  },
  {
    name: 'a name that is pending again is not tried again when settled as not sent',
    file: 'contract/src/rules/settle.ts',
    edits: [['(is_held || is_pending)', 'is_held']],
    tests: SETTLE,
  },
  {
    name: 'a message that arrived before its campaign was stopped paces nobody',
    file: 'contract/src/rules/result.ts',
    edits: [["['leased', 'sending', 'waiting', 'stopped']", "['leased', 'sending', 'waiting']"]],
    tests: LATE,
  },
  {
    name: 'a token is left behind by a session that ended while its machine enrolled',
    file: 'server/src/features/agent-protocol/machine-routes.ts',
    edits: [
      [
        'if (!(await findCallingRole(tx, { id: caller.session_id, user_id }))) throw unauthorized();',
        'if (!findCallingRole) throw unauthorized();',
      ],
    ],
    tests: ['server/src/features/agent-protocol/machine.test.ts'],
  },
  {
    name: 'a message that is told of late makes the pause of its profile shorter',
    file: 'server/functions/engine/write-changes.sql',
    edits: [
      [
        'update profiles p set next_send_at = greatest(p.next_send_at, paced(p, c.due_at, moment))\n  from (',
        'update profiles p set next_send_at = c.due_at\n  from (',
      ],
    ],
    tests: LATE,
  },
  {
    name: 'a late failed never ends a delivery',
    file: 'contract/src/rules/result.ts',
    edits: [["said.countsLate && failures >= most ? 'failed' : 'waiting'", "'waiting'"]],
    tests: ['server/src/engine/fair-line.test.ts'],
  },
  {
    name: 'names that came after the start keep a campaign open',
    file: 'server/functions/engine/course.sql',
    edits: [["r.status = 'pending' and r.position <= c.mark\n", "r.status = 'pending'\n"]],
    tests: ['server/src/engine/found-and-marked.test.ts'],
  },
];
