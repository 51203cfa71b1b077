import type { Mutant } from './mutant.ts';

const TIMEOUTS = ['agent/src/sending/delivery-timeouts.test.ts'];
const END = ['agent/src/sending/delivery-end.test.ts'];
const REPLAY = ['agent/src/sending/replay-journal.test.ts'];
const PERMIT = ['agent/src/sending/send-permit.test.ts'];
const JOURNAL = ['agent/src/storage/journal.test.ts'];
const SYNCED = ['agent/src/storage/synced.test.ts'];
const FILES = ['agent/src/storage/durable-file.test.ts'];
const LOOP = ['agent/src/connection/work-loop.test.ts'];

export const AGENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'what is cut off after the click is reported as failed',
    file: 'agent/src/sending/delivery.ts',
    edits: [
      [
        "if (permit.stage() === 'clicking') return { outcome: 'unknown'",
        "if (permit.stage() === 'clicking') return { outcome: 'failed'",
      ],
    ],
    tests: TIMEOUTS,
  },
  {
    name: 'a driver that throws after the click is reported as failed',
    file: 'agent/src/drivers/send-once.ts',
    edits: [["mayHaveClicked ? { outcome: 'unknown', reason } : obstructed(reason)", 'obstructed(reason)']],
    tests: ['agent/src/drivers/send-once.test.ts'],
  },
  {
    name: 'a driver that asks for a second permit gets it',
    file: 'agent/src/drivers/send-once.ts',
    edits: [['if (asked) return false;', '']],
    tests: ['agent/src/drivers/send-once.test.ts'],
  },
  {
    name: 'the permit is not withdrawn at the moment at which the driver is cut off',
    file: 'agent/src/sending/delivery.ts',
    edits: [["  signal.addEventListener('abort', () => permit.withdraw());\n", '']],
    tests: TIMEOUTS,
  },
  {
    name: 'the permit is not withdrawn from a driver that was cut off',
    file: 'agent/src/sending/delivery.ts',
    edits: [
      ["  signal.addEventListener('abort', () => permit.withdraw());\n", ''],
      ['    permit.withdraw();\n    const', '    const'],
    ],
    tests: TIMEOUTS,
  },
  {
    name: 'the outcome is told before it is in the journal',
    file: 'agent/src/sending/report-result.ts',
    edits: [['    await journal.outcome(delivery.token, result);\n', '']],
    tests: TIMEOUTS,
  },
  {
    name: 'a grant is counted by the monotonic clock alone, which may stand still while the machine sleeps',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        'Math.max(clock.monotonic() - monotonic, clock.now().getTime() - date)',
        'date && clock.monotonic() - monotonic',
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'a grant is counted by the date alone, which may be set back',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        'Math.max(clock.monotonic() - monotonic, clock.now().getTime() - date)',
        'monotonic && clock.now().getTime() - date',
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'the clock is looked at before the slow disk and not after it',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        '      await journal.clicking(delivery.token, ownMessagesBefore);\n',
        '      const wasFresh = answer.isFresh();\n      await journal.clicking(delivery.token, ownMessagesBefore);\n',
      ],
      ['if (!isFresh()) {', 'if (!wasFresh) {'],
    ],
    tests: PERMIT,
  },
  {
    name: 'the withdrawal is not looked at after the slow disk',
    file: 'agent/src/sending/send-permit.ts',
    edits: [
      [
        '      // Checked after the journal, because a slow disk takes time too.\n      over.signal.throwIfAborted();\n',
        '',
      ],
    ],
    tests: PERMIT,
  },
  {
    name: 'a grant is believed however long it is',
    file: 'agent/src/sending/send-permit.ts',
    edits: [['Math.min(grant_seconds, GRANT_SECONDS)', 'Math.max(grant_seconds, GRANT_SECONDS)']],
    tests: PERMIT,
  },
  {
    name: 'begin is asked before it is in the journal',
    file: 'agent/src/sending/send-permit.ts',
    edits: [['      await journal.asked(delivery).catch(', '      void journal.asked(delivery).catch(']],
    tests: PERMIT,
  },
  {
    name: 'the press is permitted before it is in the journal',
    file: 'agent/src/sending/send-permit.ts',
    edits: [['await journal.clicking(', 'void journal.clicking(']],
    tests: PERMIT,
  },
  {
    name: 'the end of a lease after a lost answer counts as a refusal',
    file: 'agent/src/sending/send-permit.ts',
    edits: [["    if (error.code === 'lease_over' && asked > 1) throw error;\n", '']],
    tests: PERMIT,
  },
  {
    name: 'lines of the journal are not synced',
    file: 'agent/src/storage/durable-lines.ts',
    edits: [['    await file.datasync();\n', '']],
    tests: SYNCED,
  },
  {
    name: 'a file that replaces another one is not synced',
    file: 'agent/src/storage/durable-file.ts',
    edits: [['    fsyncSync(file);\n', '']],
    tests: SYNCED,
  },
  {
    name: 'the folder in which a file was replaced is not synced',
    file: 'agent/src/storage/durable-file.ts',
    edits: [['    fsyncSync(folder);\n', '']],
    tests: SYNCED,
  },
  {
    name: 'half a line that a full disk took stays',
    file: 'agent/src/storage/durable-lines.ts',
    edits: [
      ['    await truncate(path, size).catch(() => {});\n', ''],
      ['  if ((await file.stat()).size !== size) await truncate(path, size);\n', ''],
    ],
    tests: [...FILES, ...JOURNAL],
  },
  {
    name: 'a click that a crash cut off is reported as failed',
    file: 'agent/src/storage/journal.ts',
    edits: [["{ outcome: 'unknown', reason: 'The agent stopped while sending' }", "{ outcome: 'failed' }"]],
    tests: JOURNAL,
  },
  {
    name: 'lines of other servers and users are told to this one',
    file: 'agent/src/storage/journal-lines.ts',
    edits: [
      ['delivery.server_id === owner.server_id && delivery.user_id === owner.user_id', 'owner !== delivery'],
    ],
    tests: JOURNAL,
  },
  {
    name: 'unanswered lines are dropped with their age',
    file: 'agent/src/storage/journal.ts',
    edits: [["if (line === 'answered' && Date.parse(at) < limit)", 'if (line && Date.parse(at) < limit)']],
    tests: JOURNAL,
  },
  {
    name: 'what the agent holds is not named after a call without an answer',
    file: 'agent/src/connection/work-loop.ts',
    edits: [['      this.#mustNameHolding = true;\n      this.#nameHoldingAgainAt = this.#roundEnds;\n', '']],
    tests: LOOP,
  },
  {
    name: 'what the journal holds is not named',
    file: 'agent/src/connection/work-loop.ts',
    edits: [['[...this.#heldDeliveries, ...this.#options.unfinished()]', '[...this.#heldDeliveries]']],
    tests: LOOP,
  },
  {
    name: 'deliveries are begun while the journal is full',
    file: 'agent/src/connection/work-loop.ts',
    edits: [
      ['((await this.#checkJournal()) ? deliver(delivery, origin)', '(true ? deliver(delivery, origin)'],
    ],
    tests: LOOP,
  },
  {
    name: 'a profile is driven for two deliveries at once',
    file: 'agent/src/connection/work-loop.ts',
    edits: [['stop.aborted || this.#busyPaths.has(path) ||', 'stop.aborted ||']],
    tests: LOOP,
  },
  {
    name: 'an agent that ends cuts off what is past begin',
    file: 'agent/src/sending/delivery.ts',
    edits: [["permit.stage() === 'not_asked' && released.abort(stop.reason)", 'released.abort(stop.reason)']],
    tests: END,
  },
  {
    name: 'an agent that ends reports what it never began',
    file: 'agent/src/sending/delivery.ts',
    edits: [["(stop.aborted || permit.stage() === 'not_journalled')", "permit.stage() === 'not_journalled'"]],
    tests: END,
  },
  {
    name: 'what the journal cannot hold costs its recipient a try',
    file: 'agent/src/sending/delivery.ts',
    edits: [["(stop.aborted || permit.stage() === 'not_journalled')", 'stop.aborted']],
    tests: END,
  },
  {
    name: 'a message that the thread shows lifts the block of its profile',
    file: 'agent/src/sending/delivery.ts',
    edits: [["{ outcome: 'sent', ...(result.blocked && { blocked: true }) }", "{ outcome: 'sent' }"]],
    tests: END,
  },
  {
    name: 'a thread that did not open is taken for one without the message',
    file: 'agent/src/sending/read-thread.ts',
    edits: [
      [
        "if (opened.state !== 'open') throw",
        "if (opened.state !== 'open') return 0;\n  if (!opened.copies && opened.copies !== 0) throw",
      ],
    ],
    tests: REPLAY,
  },
  {
    name: 'the driver that reads a thread is told that nothing was pressed',
    file: 'agent/src/sending/read-thread.ts',
    edits: [['isAfterClick: true', 'isAfterClick: false']],
    tests: REPLAY,
  },
];
