import type { Mutant } from './mutant.ts';

/** Rows of other users, machines and lists that are taken for one's own. */
export const OTHERS_MUTANTS: readonly Mutant[] = [
  {
    name: 'machines of other users are waited for',
    file: 'server/functions/engine/high-water-mark.sql',
    edits: [['where a.user_id = of_user and a.id <> of_agent', 'where a.id <> of_agent']],
    tests: ['server/src/features/freeze/awaited-machines.test.ts'],
  },
  {
    name: "a grant of somebody else's profile counts as known",
    file: 'server/functions/engine/high-water-mark.sql',
    edits: [['p.user_id = of_user and p.id = known.profile_id', 'p.id = known.profile_id']],
    tests: ['server/src/features/freeze/awaited-machines.test.ts'],
  },
  {
    name: 'a message of another user holds a person back',
    file: 'server/functions/engine/begin-deliveries.sql',
    edits: [
      [
        'on asks_ledger(s, c) and l.user_id = given.user_id and l.recipient',
        'on asks_ledger(s, c) and l.recipient',
      ],
    ],
    tests: ['server/src/engine/other-users.test.ts'],
  },
  {
    name: 'whom another user messaged is skipped',
    file: 'server/functions/engine/claim.sql',
    edits: [['on asks_ledger and l.user_id = c.user_id and l.recipient', 'on asks_ledger and l.recipient']],
    tests: ['server/src/engine/other-users.test.ts'],
  },
  {
    name: "of two users' begins for one person one waits for the other",
    file: 'contract/src/rules/begin.ts',
    edits: [["[user_id, recipient].join(' ')", 'recipient']],
    tests: ['server/src/engine/other-users.test.ts', 'contract/src/rules/begin.test.ts'],
  },
  {
    name: "another user's do-not-contact skips a name of the line",
    file: 'server/functions/engine/facts.sql',
    edits: [
      [
        'x.user_id = r.user_id and x.recipient = r.recipient) is true',
        'x.recipient = r.recipient limit 1) is true',
      ],
    ],
    tests: ['server/src/engine/other-users.test.ts'],
  },
  {
    name: 'requests of other users are handed out',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [
      [
        "where user_id = of_user and status = 'pending' and (agent_id",
        "where status = 'pending' and (agent_id",
      ],
    ],
    tests: ['server/src/engine/other-users.test.ts'],
  },
  {
    name: 'a machine that was removed is waited for',
    file: 'server/functions/engine/high-water-mark.sql',
    edits: [['and a.revoked_at is null and a.last_seen_at < since', 'and a.last_seen_at < since']],
    tests: ['server/src/features/freeze/awaited-machines.test.ts'],
  },
  {
    name: 'a machine is waited for that only an ended campaign used',
    file: 'server/functions/engine/high-water-mark.sql',
    edits: [
      ["and is_eligible(p)\n            and c.status = 'running' and", 'and is_eligible(p)\n            and'],
    ],
    tests: ['server/src/features/freeze/awaited-machines.test.ts'],
  },
  {
    name: 'a machine that sends is taken for one that was granted nothing for long',
    file: 'server/functions/engine/high-water-mark.sql',
    edits: [[', granted_at = excluded.granted_at;\n', ';\n']],
    tests: ['server/src/features/freeze/awaited-machines.test.ts'],
  },
  {
    name: "a machine's report ends the rest of another machine's profiles",
    file: 'server/src/engine/resting/rest-profiles.ts',
    edits: [['where p.user_id = $1 and p.agent_id = $2\n', 'where p.user_id = $1 and $2::bigint > 0\n']],
    tests: ['server/src/features/agent-protocol/unlisted-profiles.test.ts'],
  },
  {
    name: 'what another machine works on is handed out again',
    file: 'server/src/features/requests/queries.ts',
    edits: [["status = 'running' and agent_id = ", "status = 'running' and 0 < "]],
    tests: ['server/src/features/agent-protocol/holding.test.ts'],
  },
  {
    name: 'a machine of another platform takes over profiles',
    file: 'server/functions/agent-protocol/work.sql',
    edits: [
      [
        'earlier.machine_name = this.machine_name and earlier.platform = this.platform',
        'earlier.machine_name = this.machine_name',
      ],
    ],
    tests: ['server/src/features/agent-protocol/machine.test.ts'],
  },
  {
    name: 'an agent of another platform is taken for the same machine',
    file: 'server/src/features/agent-protocol/machine-queries.ts',
    edits: [["    .where('platform', '=', machine.platform)\n", '']],
    tests: ['server/src/features/agent-protocol/machine.test.ts'],
  },
  {
    name: 'a script counts among the machines',
    file: 'server/src/features/agent-protocol/machine-queries.ts',
    edits: [
      [
        ".where('revoked_at', 'is', null)\n      .where('is_script', '=', false),",
        ".where('revoked_at', 'is', null),",
      ],
    ],
    tests: ['server/src/features/agent-protocol/holding.test.ts'],
  },
  {
    name: 'a machine that was removed keeps its user frozen',
    file: 'server/src/features/freeze/queries.ts',
    edits: [["    .where('revoked_at', 'is', null)\n", '']],
    tests: ['server/src/features/freeze/freeze.test.ts'],
  },
  {
    name: 'a result without a row is believed for names of another list',
    file: 'server/functions/engine/record-results.sql',
    edits: [['r.id = of_recipient and r.list_id = c.list_id\n', 'r.id = of_recipient\n']],
    tests: ['server/src/engine/whose-word.test.ts'],
  },
];
