import { type MessagePort, parentPort } from 'node:worker_threads';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { RefusalError } from '../../errors.ts';
import { ImportReader } from './import-reader.ts';
import type { ThreadAnswer, ThreadQuestion } from './import-thread.ts';

// What the thread of import-thread.ts runs: one import for each port that it is sent, until the port is closed. It takes
// as long for a question as it likes, for only other imports wait for it.
const ROWS_AT_ONCE = 5_000;

parentPort?.on('message', (port: MessagePort) => {
  const answer = startImport();
  port.on('message', (question: ThreadQuestion) =>
    answer(question, (given) =>
      port.postMessage(given, 'rows' in given && given.rows ? [given.rows.buffer as ArrayBuffer] : []),
    ),
  );
});

type Tell = (answer: ThreadAnswer) => void;

/**
 * Answers before it works where it can, so that the server passes on the next piece, or copies the last names,
 * meanwhile.
 */
function startImport(): (question: ThreadQuestion, tell: Tell) => void {
  const reader = new ImportReader();
  let pushed: ThreadAnswer = {};
  let ahead: ThreadAnswer = {};
  return (question, tell) => {
    if ('piece' in question) {
      tell(pushed);
      if (!isFailure(pushed)) pushed = answerWith(() => push(reader, question.piece));
    } else if ('kind' in question) {
      tell(answerWith(() => check(reader, question.kind)));
      ahead = readRows(reader);
    } else if ('rows' in question) {
      tell(ahead);
      ahead = readRows(reader);
    } else tell(isFailure(pushed) ? pushed : answerWith(() => reader.end()));
  };
}

function push(reader: ImportReader, { buffer, byteOffset, byteLength }: Uint8Array): ThreadAnswer {
  reader.push(Buffer.from(buffer, byteOffset, byteLength));
  return {};
}

function check(reader: ImportReader, kind: NameKind): ThreadAnswer {
  const report = reader.check(kind, Number.POSITIVE_INFINITY);
  if (!report) throw new Error('Not all lines were checked.');
  return { report };
}

function readRows(reader: ImportReader): ThreadAnswer {
  return answerWith(() => {
    const rows = reader.readRows(ROWS_AT_ONCE);
    return rows ? { rows } : {};
  });
}

const isFailure = (answer: ThreadAnswer) => 'refusal' in answer || 'failure' in answer;

function answerWith(work: () => ThreadAnswer): ThreadAnswer {
  try {
    return work();
  } catch (error) {
    // An error of a class of ours would arrive as one of none.
    if (error instanceof RefusalError) return { refusal: { kind: error.kind, body: error.body } };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
