import type { Mutant } from './mutant.ts';

const FAULT = ['server/src/engine/machine-fault.test.ts'];
const UNLISTED = ['server/src/features/agent-protocol/unlisted-profiles.test.ts'];
const TIMEOUTS = ['agent/src/sending/delivery-timeouts.test.ts'];
const RESULTS = 'contract/src/rules/result.ts';
const REST = 'contract/src/rules/resting/rest.ts';
const RESTS = ['contract/src/rules/resting/rest.test.ts'];
const PROFILES = 'server/src/features/profiles/queries.ts';
const DELIVERY = 'agent/src/sending/delivery.ts';

/** A Firefox that cannot start, which must not count against recipients. */
export const MACHINE_FAULT_MUTANTS: readonly Mutant[] = [
  {
    name: "a machine's fault counts as a try of its recipient",
    file: RESULTS,
    edits: [['isUncounted = isExcused ||', 'isUncounted = (rests && !isFault) || isInUse || isAway ||']],
    tests: FAULT,
  },
  {
    name: "a machine's fault of a lease that ended counts late",
    file: RESULTS,
    edits: [
      [
        "outcome === 'failed' &&\n    !isExcused",
        "outcome === 'failed' &&\n    !((rests && !isFault) || isInUse || isAway)",
      ],
    ],
    tests: FAULT,
  },
  {
    name: "a machine's fault beside 'sent' is believed",
    file: RESULTS,
    edits: [
      [
        "const isFault = outcome === 'failed' && (report.machine_fault ?? false)",
        'const isFault = report.machine_fault ?? false',
      ],
    ],
    tests: FAULT,
  },
  {
    name: 'a profile with which Firefox could not start goes on at once',
    file: REST,
    edits: [['fault: faults ? {', 'fault: faults && now < 0 ? {']],
    tests: [...RESTS, ...FAULT],
  },
  {
    name: 'a rest of ten minutes never ends by itself',
    file: 'contract/src/rules/time.ts',
    edits: [['    fault_until <= now ||\n', '']],
    tests: ['contract/src/rules/next-work.test.ts', ...FAULT],
  },
  {
    name: 'a claim does not look at the rest',
    file: 'contract/src/rules/due-senders.ts',
    edits: [['        isFaultOver(sender, moment) &&\n', '']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...FAULT],
  },
  {
    name: 'a rest that a wrong clock set lasts for as long as that says',
    file: 'contract/src/rules/time.ts',
    edits: [[' ||\n    fault_until > now + FAULT_REST_SECONDS * SECOND_MS + SLACK_MS', '']],
    tests: ['contract/src/rules/claim-cases.test.ts', ...FAULT],
  },
  {
    name: 'a poll does not wake at the end of the rest',
    file: 'contract/src/rules/next-work.ts',
    edits: [['next_send_at ?? now, fault_until ?? now)', 'next_send_at ?? now)']],
    tests: ['contract/src/rules/next-work-cases.test.ts', ...FAULT],
  },
  {
    name: 'a press does not end the rest',
    file: PROFILES,
    edits: [['  fault_until: null,\n', '']],
    tests: FAULT,
  },
  {
    name: 'a profile that reached a page is still said to be unable to start',
    file: 'server/functions/engine/write-changes.sql',
    edits: [['    faulted_at = case when c.faults is distinct from false then p.faulted_at end,\n', '']],
    tests: FAULT,
  },
  {
    name: 'a profile that a person has open counts as one that starts',
    file: RESULTS,
    edits: [['(!isInUse && is_own && isHeld ? false', '(is_own && isHeld ? false']],
    tests: FAULT,
  },
  {
    name: 'each try that cannot start is news',
    file: REST,
    edits: [['if (faults && !profile.is_faulted)', 'if (faults)']],
    tests: [...RESTS, ...FAULT],
  },
  {
    name: 'another folder of the profile rests for what was said of the one before',
    file: 'server/src/features/profiles/edit.ts',
    edits: [['if (isNewPath || agent_id !== undefined) Object', 'if (agent_id !== undefined) Object']],
    tests: FAULT,
  },
  {
    name: 'a report of the machine ends a rest of ten minutes',
    file: REST,
    edits: [['profile.is_faulted && !profile.ends ?', 'profile.is_faulted ?']],
    tests: [...RESTS, ...UNLISTED],
  },
  {
    name: 'a folder that is there again stays away',
    file: 'server/src/engine/resting/rest-profiles.ts',
    edits: [['if (over.length > 0)', 'if (over.length > 99)']],
    tests: UNLISTED,
  },
  {
    name: 'a press brings back a folder that is away',
    file: PROFILES,
    edits: [['sql<Date | null>`case when fault_until is null then faulted_at end`', 'null']],
    tests: UNLISTED,
  },
  {
    name: 'a test that fails ends the rest',
    file: 'server/src/features/agent-protocol/request-routes.ts',
    edits: [[" && status === 'completed') {", ') {']],
    tests: UNLISTED,
  },
  {
    name: "the agent charges its machine's fault to the recipient",
    file: DELIVERY,
    edits: [
      [
        "    if (error instanceof MachineFault) return { outcome: 'failed', machine_fault: true, reason: message };\n",
        '',
      ],
    ],
    tests: TIMEOUTS,
  },
  {
    name: 'an agent that ends blames its machine for the Firefox that it took along',
    file: DELIVERY,
    edits: [['const isFault = machine_fault && !stop.aborted;', 'const isFault = machine_fault;']],
    tests: TIMEOUTS,
  },
  {
    name: 'a browser that shows no page in time is the fault of the recipient',
    file: 'agent/src/firefox/drive-with-timeout.ts',
    edits: [['hasPage ? new Error(message) : new MachineFault(NO_PAGE)', 'new Error(message)']],
    tests: ['agent/src/firefox/drive-with-timeout.test.ts'],
  },
  {
    name: 'what a driver met on a page is the fault of its machine',
    file: 'agent/src/firefox/profile-manager.ts',
    edits: [
      [
        'if (hasPage || error instanceof ProfileInUse) throw error;',
        'if (error instanceof ProfileInUse) throw error;',
      ],
    ],
    tests: ['agent/src/firefox/profile-manager.test.ts'],
  },
];
