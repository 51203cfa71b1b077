import type { Mutant } from './mutant.ts';

const TIMEOUTS = ['agent/src/sending/delivery-timeouts.test.ts'];
const PERMIT = ['agent/src/sending/send-permit.test.ts'];
const JOURNAL = ['agent/src/storage/journal.test.ts'];
const LOOP = ['agent/src/connection/work-loop.test.ts'];
const RETRY = ['agent/src/connection/retry.test.ts'];
const REPORT = ['agent/src/sending/report-result.test.ts'];
const MERGE = ['agent/src/sending/merge.test.ts'];
const REPLAY = ['agent/src/sending/replay-journal.test.ts'];
const WORK_LOOP = 'agent/src/connection/work-loop.ts';
const OPEN_THREAD = 'agent/src/sending/open-thread.ts';
const DELIVERY = 'agent/src/sending/delivery.ts';

/** How the agent asks for work, presses, reports and recovers from a crash. */
export const AGENT_WORK_MUTANTS: readonly Mutant[] = [
  {
    name: 'five profiles work at once',
    file: WORK_LOOP,
    edits: [['this.#busyPaths.size >= MAX_DELIVERIES)', 'this.#busyPaths.size > MAX_DELIVERIES)']],
    tests: LOOP,
  },
  {
    name: 'what is held is named while another call may just be given something',
    file: WORK_LOOP,
    edits: [
      [
        'else if (this.#mustNameHolding || this.#isJournalFull) return;',
        'else if (this.#isJournalFull) return;',
      ],
    ],
    tests: LOOP,
  },
  {
    name: 'what is held is not named once more when nothing can be given to a lost call any more',
    file: WORK_LOOP,
    edits: [['      this.#nameHoldingAgainAt = this.#roundEnds;\n', '']],
    tests: LOOP,
  },
  {
    name: 'deliveries that are at work are not named as held',
    file: WORK_LOOP,
    edits: [['[...this.#heldDeliveries, ...this.#options.unfinished()]', '[...this.#options.unfinished()]']],
    tests: LOOP,
  },
  {
    name: 'a profile that was opened for a person meanwhile is driven',
    file: WORK_LOOP,
    edits: [['    if (!drivablePaths().includes(path)) return releaseDelivery(delivery);\n', '']],
    tests: LOOP,
  },
  {
    name: 'a call that the server could not answer is not repeated',
    file: 'agent/src/connection/retry.ts',
    edits: [[' || error.status >= 500;', ';']],
    tests: RETRY,
  },
  {
    name: 'what the server refused is asked again and again',
    file: 'agent/src/connection/retry.ts',
    edits: [['error.status === 429 || error.status >= 500', 'error.status >= 400']],
    tests: RETRY,
  },
  {
    name: 'a result that is stale is kept and repeated for ever',
    file: 'agent/src/sending/report-result.ts',
    edits: [
      [
        '    if (error instanceof ApiError && error.status === 409) return true;\n    if (!end.aborted) log(`The result',
        '    if (!end.aborted) log(`The result',
      ],
    ],
    tests: REPORT,
  },
  {
    name: 'an answer that does not say that it recorded the result counts as one',
    file: 'agent/src/sending/report-result.ts',
    edits: [['if (answer.recorded !== true) {', 'if (answer.recorded === undefined && end.aborted) {']],
    tests: REPORT,
  },
  {
    name: 'a result that nobody answered counts as told',
    file: 'agent/src/sending/report-result.ts',
    edits: [
      [
        '  if (!(await reportResult(options, delivery, { ...result, line }))) return;\n',
        '  await reportResult(options, delivery, { ...result, line });\n',
      ],
    ],
    tests: REPORT,
  },
  {
    name: 'a result is not told when the journal could not be written',
    file: 'agent/src/sending/report-result.ts',
    edits: [
      [
        '    log((error as Error).message, error);\n  }\n  if',
        '    log((error as Error).message, error);\n    return;\n  }\n  if',
      ],
    ],
    tests: REPORT,
  },
  {
    name: 'after a crash the thread is not read',
    file: 'agent/src/sending/replay.ts',
    edits: [["if (delivery.state !== 'clicking' || !driver) return", 'return']],
    tests: REPLAY,
  },
  {
    name: 'a message that stood in the thread before counts as the one that was cut off',
    file: 'agent/src/sending/read-thread.ts',
    edits: [['> delivery.own_messages_before', '>= delivery.own_messages_before']],
    tests: REPLAY,
  },
  {
    name: 'a thread that cannot be read once is not read again',
    file: 'agent/src/sending/read-thread.ts',
    edits: [['const TRIES = 3;', 'const TRIES = 1;']],
    tests: REPLAY,
  },
  {
    name: 'a thread that cannot be read is taken for one with the message',
    file: 'agent/src/sending/read-thread.ts',
    edits: [["        return 'not_seen';\n      }", "        return 'found';\n      }"]],
    tests: REPLAY,
  },
  {
    name: 'an agent that ends while it reads the thread reports what it does not know',
    file: 'agent/src/sending/replay.ts',
    edits: [["  if (seen === 'aborted') return undefined;\n", '']],
    tests: REPLAY,
  },
  {
    name: 'the press may come in the last seconds of a grant',
    file: 'agent/src/sending/send-permit.ts',
    edits: [['seconds * 1000 - CLICK_MARGIN_MS', 'seconds * 1000']],
    tests: PERMIT,
  },
  {
    name: 'any answer of begin counts as a grant',
    file: 'agent/src/sending/send-permit.ts',
    edits: [["    if (granted !== true) throw new Error('The server did not grant the sending.');\n", '']],
    tests: PERMIT,
  },
  {
    name: 'the first answer of begin counts for the whole minute after a repeat',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        '        isFreshFor = startCounting(clock);\n',
        '        if (asked === 1) isFreshFor = startCounting(clock);\n',
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'begin is asked though the journal cannot be written',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        "        stage = 'not_journalled';\n        throw error;\n",
        "        stage = 'asked';\n        void error;\n",
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'a refused begin stays in the journal',
    file: DELIVERY,
    edits: [
      [
        '    return journal.answered(token).catch((error: Error) => log(error.message, error));\n',
        '    return;\n',
      ],
    ],
    tests: TIMEOUTS,
  },
  {
    name: 'a thread may open until the last moment of its lease',
    file: DELIVERY,
    edits: [['delivery.lease_seconds * 1000 - LEASE_MARGIN_MS', 'delivery.lease_seconds * 1000']],
    tests: TIMEOUTS,
  },
  {
    name: 'a lease is counted from when its delivery is taken up',
    file: DELIVERY,
    edits: [['const prepareUntil = askedAt +', 'const prepareUntil = clock.monotonic() + 0 * askedAt +']],
    tests: TIMEOUTS,
  },
  {
    name: 'a doubt is reported although the thread shows the message',
    file: DELIVERY,
    edits: [["return seen === 'found' ?", "return seen === 'found' && options.stop.aborted ?"]],
    tests: TIMEOUTS,
  },
  {
    name: 'an agent that ends reports a doubt instead of leaving it to the next start',
    file: DELIVERY,
    edits: [['  if (stop.aborted) return undefined;\n', '']],
    tests: TIMEOUTS,
  },
  {
    name: 'what the journal says of other times is not looked at after a restore',
    file: 'agent/src/storage/answered.ts',
    edits: [
      [
        'answered === undefined || answered === epoch) return [];',
        'answered === undefined || answered !== epoch) return [];',
      ],
    ],
    tests: MERGE,
  },
  {
    name: 'a click without an outcome is not told after a restore',
    file: 'agent/src/storage/answered.ts',
    edits: [
      [
        "  if (line.line === 'clicking') told.result = NOT_JOURNALLED;\n  else if",
        "  if (line.line === 'clicking') return;\n  else if",
      ],
    ],
    tests: MERGE,
  },
  {
    name: 'an agent says that it has merged while something of before is in work',
    file: 'agent/src/sending/merge.ts',
    edits: [
      [
        'journal.unfinished(owner).some((delivery) => delivery.epoch !== epoch)',
        'journal.unfinished(owner).length < 0',
      ],
    ],
    tests: MERGE,
  },
  {
    name: 'an agent says that it has merged what the server did not take',
    file: 'agent/src/sending/merge.ts',
    edits: [['if (!isAnswered) throw', 'if (!isAnswered && options.end.aborted) throw']],
    tests: MERGE,
  },
  {
    name: 'the highest grant is forgotten for a lower one',
    file: 'agent/src/storage/known-grants.ts',
    edits: [['Math.max(counted.profiles.get(profile_id) ?? 0, grant_number)', 'grant_number']],
    tests: [...JOURNAL, ...MERGE],
  },
  {
    name: 'who cannot be written to while the site is away loses a try',
    file: OPEN_THREAD,
    edits: [['throw error;\n    return', 'throw error;\n    if (error) throw error;\n    return']],
    tests: TIMEOUTS,
  },
  {
    name: 'a thread that never opens costs no try',
    file: OPEN_THREAD,
    edits: [['if (!driver.home || (await answers(page, driver.home))) throw', 'if (!driver.home) throw']],
    tests: TIMEOUTS,
  },
];
