import type { Mutant } from './mutant.ts';

const LOCKS = ['server/src/engine/locks.test.ts'];
const FAILED = 'server/src/engine/requeue/requeue-failed.ts';
const PUT_BACK = 'server/src/engine/requeue/requeue.ts';
const SETTLE = 'server/src/engine/by-hand/settle.ts';
const LOCK_USER = '  await lockEngine(context, { user_ids: [user_id] });\n';

/** The locks of each step, and their order (docs/engine.md#locks). */
export const LOCK_MUTANTS: readonly Mutant[] = [
  {
    name: 'a step of the engine locks its users in no order',
    file: 'server/functions/engine/lock-users.sql',
    edits: [
      [
        'from (select distinct id from unnest(users) id order by id) ordered',
        'from (select id from unnest(users) id) ordered',
      ],
    ],
    tests: LOCKS,
  },
  {
    name: "names of a deleted campaign are put back without their user's lock",
    file: PUT_BACK,
    edits: [
      ['    await lockUser(tx, campaign.user_id);\n    return requeueBatch', '    return requeueBatch'],
    ],
    tests: LOCKS,
  },
  {
    name: "names of a deleted campaign are put back without their list's lock",
    file: PUT_BACK,
    edits: [
      ['if (campaign.list_id !== null && !(await tryLockList(tx, campaign.list_id))) return undefined;', ''],
    ],
    tests: LOCKS,
  },
  {
    name: "the failed are made pending without their user's lock",
    file: FAILED,
    edits: [['  await lockUser(tx, user_id);\n', '']],
    tests: LOCKS,
  },
  {
    name: "the failed are made pending without their list's lock",
    file: FAILED,
    edits: [['  await lockListSoon(tx, list_id);\n', '']],
    tests: LOCKS,
  },
  {
    name: "the rest of the failed follow without their user's lock",
    file: FAILED,
    edits: [['        await lockUser(tx, of.user_id);\n', '']],
    tests: LOCKS,
  },
  {
    name: "the rest of the failed follow without their list's lock",
    file: FAILED,
    edits: [['        if (!(await tryLockList(tx, of.list_id))) return undefined;\n', '']],
    tests: LOCKS,
  },
  {
    name: "names are settled without their list's lock",
    file: SETTLE,
    edits: [['  if (isRequeued) await holdLine(tx, key);\n', '']],
    tests: LOCKS,
  },
  {
    name: "names are settled without their user's lock",
    file: SETTLE,
    edits: [['  await lockEngine(context, { user_ids: [key.user_id] });\n', '']],
    tests: LOCKS,
  },
  {
    name: "a campaign starts without its user's lock",
    file: 'server/src/engine/start/start.ts',
    edits: [['  await lockEngine(context, { user_ids: [key.user_id] });\n', '']],
    tests: LOCKS,
  },
  {
    name: "a change by hand does not take its user's lock",
    file: 'server/src/engine/by-hand/manual-change.ts',
    edits: [[LOCK_USER, '']],
    tests: LOCKS,
  },
  {
    name: "a delivery is handed back without its user's lock",
    file: 'server/src/engine/leases/release.ts',
    edits: [[LOCK_USER, '']],
    tests: LOCKS,
  },
  {
    name: "what an agent does not name is taken back without its user's lock",
    file: 'server/src/features/agent-protocol/wait-for-work.ts',
    edits: [['    await lockEngine(context, { user_ids: [user_id] });\n', '']],
    tests: LOCKS,
  },
  {
    name: "leases are ended without their users' locks",
    file: 'server/src/engine/sweep.ts',
    edits: [['    await lockEngine(context, { user_ids: users });\n', '']],
    tests: [...LOCKS, 'server/src/engine/found-and-marked.test.ts'],
  },
  {
    name: 'nothing is tried again after a deadlock',
    file: 'server/src/database/deadlock.ts',
    edits: [['const MOST_TRIES = 4;', 'const MOST_TRIES = 1;']],
    tests: ['server/src/engine/sweep.test.ts'],
  },
  {
    name: 'a token stands twice in a batch of begins',
    file: 'server/src/features/agent-protocol/routes.ts',
    edits: [['keyOf: ({ token }) => token,', 'keyOf: ({ token }) => token + Math.random(),']],
    tests: ['server/src/engine/begin.test.ts'],
  },
];
