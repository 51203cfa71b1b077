import type { Mutant } from './mutant.ts';

const CONNECT = ['agent/src/connection/connect.test.ts'];
const CLIENT = ['agent/src/connection/server-client.test.ts'];
const LOOP = ['agent/src/connection/work-loop.test.ts'];
const RETRY = ['agent/src/connection/retry.test.ts'];
const MERGE = ['agent/src/sending/merge.test.ts'];
const WORK_LOOP = 'agent/src/connection/work-loop.ts';

/**
 * How the agent handles refusals and missing answers of the server (docs/agent-protocol.md#repeats-crashes-silence).
 */
export const AGENT_CALLS_MUTANTS: readonly Mutant[] = [
  {
    name: 'any refusal makes an agent enrol anew',
    file: 'agent/src/connection/connect.ts',
    edits: [
      [
        'error instanceof ApiError && error.status === 401) return false',
        'error instanceof ApiError) return false',
      ],
    ],
    tests: CONNECT,
  },
  {
    name: 'any refusal of a login token is taken for a wrong one',
    file: 'agent/src/connection/connect.ts',
    edits: [
      ['!(error instanceof ApiError) || error.status !== 401) throw', '!(error instanceof ApiError)) throw'],
    ],
    tests: CONNECT,
  },
  {
    name: 'any refusal ends an agent as revoked',
    file: 'contract/src/client.ts',
    edits: [['if (response.status === 401) options', 'if (response.status < 500) options']],
    tests: CLIENT,
  },
  {
    name: 'a server that asks to wait is asked for work at once',
    file: WORK_LOOP,
    edits: [['Math.max(this.#retryDelay, retryAfter * 1000)', 'this.#retryDelay + 0 * retryAfter']],
    tests: LOOP,
  },
  {
    name: 'each call without an answer makes the wait longer',
    file: WORK_LOOP,
    edits: [['    if (this.#isBackingOff) return;\n', '']],
    tests: LOOP,
  },
  {
    name: 'what comes at the moment at which the agent ends is begun',
    file: WORK_LOOP,
    edits: [['if (stop.aborted || this.#busyPaths.has(path)', 'if (this.#busyPaths.has(path)']],
    tests: LOOP,
  },
  {
    name: 'a call that ran out of time at the server is not repeated',
    file: 'agent/src/connection/retry.ts',
    edits: [[' || error.status === 408', '']],
    tests: RETRY,
  },
  {
    name: 'an epoch that is over by now is an error of the merge',
    file: 'agent/src/sending/merge.ts',
    edits: [['if (error instanceof ApiError && error.status === 409) return false;\n', '']],
    tests: MERGE,
  },
];
