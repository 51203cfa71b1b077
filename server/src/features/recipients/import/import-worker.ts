import { parentPort } from 'node:worker_threads';
import { RefusalError } from '../../../errors.ts';
import { ImportReader } from './import-reader.ts';
import type { ThreadAnswer, ThreadImport, ThreadQuestion } from './import-thread.ts';
import { TableReader } from './table-reader.ts';

// What the thread of import-thread.ts runs: one import for each port that it is sent, until the port is closed.
parentPort?.on('message', ({ kind, port }: ThreadImport) => {
  const reader: Asked = kind === 'names' ? new ImportReader() : new TableReader();
  port.on('message', ({ method, given }: ThreadQuestion) => {
    const answer = answerWith(() => reader[method](given as never));
    // Rows are handed over instead of copied.
    const rows =
      'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer as ArrayBuffer] : [];
    port.postMessage(answer, rows);
  });
});

type Asked = Record<ThreadQuestion['method'], (given: never) => unknown>;

function answerWith(work: () => unknown): ThreadAnswer {
  try {
    return { value: work() };
  } catch (error) {
    // An error arrives without its class in the other thread.
    if (error instanceof RefusalError) return { refusal: { kind: error.kind, body: error.body } };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
