import type { Mutant } from './mutant.ts';

/** Details of the engine and of the agent's requests. */
export const DETAIL_MUTANTS: readonly Mutant[] = [
  {
    name: 'a recipient whose lease ends a second time is handed out at once',
    file: 'contract/src/rules/lapse.ts',
    edits: [['retry_at: counts ? due_at : now', 'retry_at: now']],
    tests: ['server/src/engine/sweep.test.ts'],
  },
  {
    name: 'names that are set to a status together stay with their campaign',
    file: 'server/src/features/recipients/bulk/bulk-change-queries.ts',
    edits: [[', campaign_id = null,\n        position = coalesce(', ',\n        position = coalesce(']],
    tests: ['server/src/features/recipients/manual-change.test.ts'],
  },
  {
    name: "a name is added to a list without the user's lock",
    file: 'server/src/features/recipients/manual-change.ts',
    edits: [['  await lockUser(tx, user_id);\n  await refuseErased(', '  await refuseErased(']],
    tests: ['server/src/engine/locks.test.ts'],
  },
  {
    name: "a merge is noted without the user's lock",
    file: 'server/src/features/agent-protocol/machine-routes.ts',
    edits: [
      [
        '      await lockUser(tx, user_id);\n      const agent_id = await getCallingAgentId(tx, caller, clock.now());\n      // There may',
        '      const agent_id = await getCallingAgentId(tx, caller, clock.now());\n      // There may',
      ],
    ],
    tests: ['server/src/engine/locks.test.ts'],
  },
  {
    name: 'the failed of a campaign that runs are tried again',
    file: 'server/src/engine/requeue/requeue-failed.ts',
    edits: [
      [
        "  if (campaign.status !== 'completed' && campaign.status !== 'failed')\n    throw conflict('This campaign has not ended. Its failed ones can be tried again when it has.');\n",
        '',
      ],
    ],
    tests: ['server/src/features/campaigns/people/people.test.ts'],
  },
  {
    name: 'when a person was messaged is told in another time zone',
    file: 'contract/src/rules/person.ts',
    edits: [['localTime(at, zone).day', 'localTime(at, { changes: [], ahead: [0] }).day']],
    tests: ['contract/src/rules/person.test.ts', 'server/src/engine/never-twice.test.ts'],
  },
  {
    name: 'a late word about a deleted campaign counts from now on',
    file: 'contract/src/rules/ledger/deleted.ts',
    edits: [['begun_at: trace?.begun_at ?? null', 'begun_at: null']],
    tests: ['contract/src/rules/ledger/deleted.test.ts', 'server/src/engine/message-ledger.test.ts'],
  },
  {
    name: 'two requests of a kind are worked on at once',
    file: 'agent/src/requests/request-runner.ts',
    edits: [
      [
        'await inTurn(request.kind, () => runAndReport(options, request));',
        'await runAndReport(options, request);',
      ],
    ],
    tests: ['agent/src/requests/request-runner.test.ts'],
  },
  {
    name: 'what came of a request is told once',
    file: 'agent/src/requests/request-runner.ts',
    edits: [['await retry(report, { clock, signal: stop });', 'await report();']],
    tests: ['agent/src/requests/request-runner.test.ts'],
  },
  {
    name: 'a request that the server gave up is reported as failed',
    file: 'agent/src/requests/request-runner.ts',
    edits: [['    if (hasEnded) throw hasEnded;\n', '']],
    tests: ['agent/src/requests/request-runner.test.ts'],
  },
  {
    name: "an hour's cap is not halved after a block",
    file: 'contract/src/rules/caps.ts',
    edits: [['return { hour: hour && halfOf(hour), day', 'return { hour, day']],
    tests: [
      'contract/src/rules/caps.test.ts',
      'server/src/features/profiles/caps.test.ts',
      'server/src/engine/caps-in-time.test.ts',
    ],
  },
];
