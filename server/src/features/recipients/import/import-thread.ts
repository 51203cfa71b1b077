import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Clock } from '../../../clock.ts';
import { RefusalError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { ImportReader, LineReader } from './import-reader.ts';
import type { TableReader } from './table-reader.ts';

/** The readers of imports, by what their bodies have: names alone, or a table with names and other columns. */
interface Readers {
  names: ImportReader;
  table: TableReader;
}

type ReaderKind = keyof Readers;

/** Opens an import in the thread; its questions follow on the port. */
export interface ThreadImport {
  kind: ReaderKind;
  port: MessagePort;
}

/** A call of a method of the import's reader. */
export interface ThreadQuestion {
  method: keyof LineReader<unknown, unknown>;
  given: unknown;
}

export type ThreadAnswer =
  | { value: unknown }
  | { refusal: Pick<RefusalError, 'kind' | 'body'> }
  | { failure: string };

/** Asks the reader of one import, here or in the thread. Each question is answered before the next one is asked. */
export type AskReader<Head, Rules> = <Method extends keyof LineReader<Head, Rules>>(
  method: Method,
  ...given: Parameters<LineReader<Head, Rules>[Method]>
) => Promise<ReturnType<LineReader<Head, Rules>[Method]>>;

type AskKind<Kind extends ReaderKind> =
  Readers[Kind] extends LineReader<infer Head, infer Rules> ? AskReader<Head, Rules> : never;

/** Opens imports in the thread; `close` lets go of one. */
type OpenInThread = <Kind extends ReaderKind>(kind: Kind) => { ask: AskKind<Kind>; close(): void };

/** What `top -H` and a debugger call it; Linux cuts names after fifteen characters. */
export const IMPORT_THREAD = 'imports';

// A thread takes a tenth of a second to start, and keeps the memory of its largest import.
const IDLE_MS = 5 * 60_000;

/**
 * A thread that reads the bodies of imports and checks their names. A million of them take two seconds and some hundred
 * megabytes: here only other imports wait for that, and where it is more memory than there is, only the thread dies. It
 * starts with the first import and ends when none came for five minutes (docs/decisions/0023-a-thread-reads-long-imports.md).
 */
export function createImportThread({ clock, log }: { clock: Clock; log: Log }): OpenInThread {
  let worker: Worker | undefined;
  let imports = 0;
  let keepThread = () => {};
  return (kind) => {
    keepThread();
    worker ??= start();
    imports++;
    const { port1, port2 } = new MessageChannel();
    worker.postMessage({ kind, port: port2 } satisfies ThreadImport, [port2]);
    return openImport<typeof kind>(port1, () => {
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

function openImport<Kind extends ReaderKind>(
  port: MessagePort,
  onClose: () => void,
): { ask: AskKind<Kind>; close(): void } {
  let waiting: PromiseWithResolvers<unknown> | undefined;
  let isClosed = false;
  port.on('message', (answer: ThreadAnswer) => {
    if ('refusal' in answer) waiting?.reject(new RefusalError(answer.refusal.kind, answer.refusal.body));
    else if ('failure' in answer)
      waiting?.reject(new Error(`An import could not be read: ${answer.failure}`));
    else waiting?.resolve(answer.value);
  });
  port.once('close', () => {
    isClosed = true;
    waiting?.reject(gone());
    onClose();
  });
  const ask = async (method: ThreadQuestion['method'], ...given: unknown[]) => {
    if (isClosed) throw gone();
    waiting = Promise.withResolvers();
    port.postMessage({ method, given: given[0] } satisfies ThreadQuestion);
    return waiting.promise;
  };
  return { ask: ask as unknown as AskKind<Kind>, close: () => port.close() };
}

const gone = () => new Error('The thread that reads imports has ended.');
