import type { Mutant } from './mutant.ts';

/** Changes without their event: for a waiting poll, or for a browser that shows them. */
export const WAKE_MUTANTS: readonly Mutant[] = [
  {
    name: 'an owner who settles wakes nobody',
    file: 'server/src/engine/by-hand/settle.ts',
    edits: [['  if (isRequeued && unclear.length > 0) deps.nudges.nudge(context, key.user_id);\n', '']],
    tests: ['server/src/engine/wakes.test.ts'],
  },
  {
    name: 'the end of a freeze wakes nobody',
    file: 'server/src/features/freeze/routes.ts',
    edits: [['      nudges.nudge({ tx, afterCommit }, user_id);\n', '']],
    tests: ['server/src/engine/wakes.test.ts'],
  },
  {
    name: 'a lease that a change by hand revoked wakes nobody',
    file: 'server/src/engine/by-hand/manual-change.ts',
    edits: [['  if (held.length > 0) context.deps.nudges.nudge(context, user_id);\n', '']],
    tests: ['server/src/engine/wakes.test.ts'],
  },
  {
    name: 'what is handed back wakes nobody',
    file: 'server/src/engine/leases/release.ts',
    edits: [['  if (held.length > 0) context.deps.nudges.nudge(context, user_id);\n', '']],
    tests: ['server/src/engine/wakes.test.ts'],
  },
  {
    name: "a machine's report wakes nobody",
    file: 'server/src/features/agent-protocol/machine-routes.ts',
    edits: [
      [
        '      // A waiting poll may have lacked just this folder or driver.\n      nudges.nudge({ tx, afterCommit }, user_id);\n',
        '',
      ],
    ],
    tests: ['server/src/engine/wakes.test.ts'],
  },
  {
    name: 'browsers do not hear that a campaign was paused by itself',
    file: 'server/functions/engine/course.sql',
    edits: [['events := events || told\n        || write_log(', 'events := events || write_log(']],
    tests: ['server/src/engine/publish.test.ts'],
  },
];
