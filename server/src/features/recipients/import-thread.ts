import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { NameKind } from '@pigeonpost/contract/recipients';
import type { Clock } from '../../clock.ts';
import { RefusalError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { LineReport } from './import-lines.ts';

/** A piece of the body, that it has ended, that its lines are to be checked, or that its next names are wanted. */
export type ThreadQuestion =
  | { piece: Uint8Array<ArrayBufferLike> }
  | { end: true }
  | { kind: NameKind }
  | { rows: true };

export type ThreadAnswer =
  | Record<string, never>
  | { list_id: number }
  | { report: LineReport }
  | { rows?: Uint8Array }
  | { refusal: Pick<RefusalError, 'kind' | 'body'> }
  | { failure: string };

/** One import in the thread: each question is answered before the next one is asked. */
export interface ThreadImport {
  ask<Answer extends ThreadAnswer>(question: ThreadQuestion): Promise<Answer>;
  close(): void;
}

/** What `top -H` and a debugger call it; Linux cuts names after fifteen characters. */
export const IMPORT_THREAD = 'imports';

// A thread takes a tenth of a second to start, and keeps the memory of its largest import.
const IDLE_MS = 5 * 60_000;

/**
 * A thread that reads the bodies of imports and checks their names. A million of them take two seconds, in which V8
 * stands still now and then to clean up: here nobody but other imports waits for that. It starts with the first import
 * and ends when none came for five minutes.
 */
export function createImportThread({ clock, log }: { clock: Clock; log: Log }): () => ThreadImport {
  let worker: Worker | undefined;
  let imports = 0;
  let keepThread = () => {};
  return () => {
    keepThread();
    worker ??= start();
    imports++;
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(port2, [port2]);
    return openImport(port1, () => {
      imports--;
      if (imports === 0) keepThread = clock.ringAfter(IDLE_MS, end);
    });
  };

  function start(): Worker {
    const started = new Worker(new URL('./import-worker.ts', import.meta.url), { name: IMPORT_THREAD });
    // A server that ends does not wait for it.
    started.unref();
    started.on('error', (err) => log.error({ err }, 'The thread that reads imports failed.'));
    // Its imports fail with it; the next one has a new thread.
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  function end(): void {
    void worker?.terminate();
    worker = undefined;
  }
}

function openImport(port: MessagePort, onClose: () => void): ThreadImport {
  let waiting: PromiseWithResolvers<ThreadAnswer> | undefined;
  let isClosed = false;
  port.on('message', (answer: ThreadAnswer) => {
    if ('refusal' in answer) waiting?.reject(new RefusalError(answer.refusal.kind, answer.refusal.body));
    else if ('failure' in answer)
      waiting?.reject(new Error(`An import could not be read: ${answer.failure}`));
    else waiting?.resolve(answer);
  });
  port.once('close', () => {
    isClosed = true;
    waiting?.reject(gone());
    onClose();
  });
  return {
    async ask<Answer extends ThreadAnswer>(question: ThreadQuestion) {
      if (isClosed) throw gone();
      waiting = Promise.withResolvers();
      port.postMessage(question);
      return (await waiting.promise) as Answer;
    },
    close: () => port.close(),
  };
}

const gone = () => new Error('The thread that reads imports has ended.');
