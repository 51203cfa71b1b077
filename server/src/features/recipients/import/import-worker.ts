import { parentPort } from 'node:worker_threads';
import { RefusalError } from '../../../errors.ts';
import { ImportReader } from './import-reader.ts';
import type { ThreadAnswer, ThreadImport, ThreadQuestion } from './import-thread.ts';
import { TableReader } from './table-reader.ts';

// What the thread of import-thread.ts runs: one import for each port that it is sent, until the port is closed.
parentPort?.on('message', ({ kind, port }: ThreadImport) => {
  const reader = (kind === 'names' ? new ImportReader() : new TableReader()) as Asked;
  port.on('message', ({ method, given }: ThreadQuestion) =>
    port.postMessage(answerWith(() => reader[method]?.(given))),
  );
});

/** A reader has the methods that its kind of import asks. */
type Asked = Partial<Record<ThreadQuestion['method'], (given: unknown) => unknown>>;

function answerWith(work: () => unknown): ThreadAnswer {
  try {
    return { value: work() };
  } catch (error) {
    // An error arrives without its class in the other thread.
    if (error instanceof RefusalError) return { refusal: { kind: error.kind, body: error.body } };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
