import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { meterProcessorTime } from './processor-time.ts';

type TestOutcome = {
  name: string;
  milliseconds: number;
  skipped: boolean;
  /** The test's error, to print; undefined if it passed. */
  error: string | undefined;
};

/** Messages of a process of test files: which file begins, the outcome of a test, and that all have run. */
export type TestMessage = { began: string } | { ended: TestOutcome } | { isWhole: true };

export type FileResult = {
  file: string;
  outcomes: TestOutcome[];
  /** The output of its process while it ran. */
  output: string;
  milliseconds: number;
  /** Processor time of the process and its children in milliseconds, without the shared PostgreSQL. */
  processorTime: number | undefined;
};

type RunOptions = {
  interrupted: AbortSignal;
  onResult: (result: FileResult) => void;
  /** Whether they leave the processor to others that want it. */
  isPatient?: boolean;
};

/** A third of another's share of a processor that both want. */
const PATIENT_NICENESS = 5;
const PROGRAM = join(import.meta.dirname, 'test-process.ts');
/** A process lives for a minute or two: room for new objects, in MB, halves the work of its garbage collector. */
const EARLY_ROOM = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
/** A longer test fails, and so does a process that does not end after its last test. */
const TEST_TIME_LIMIT_MS = 16 * 60_000;
const END_TIME_LIMIT_MS = 2 * 60_000;
const OUTPUT_TIME_LIMIT_MS = 1_000;

/**
 * Runs test files one after the other in their own process, and reports each file's result once it has run. Shared
 * parts of the process, such as a browser, count with the first file that needed them.
 */
export async function runTestFiles(
  files: string[],
  { interrupted, onResult, isPatient = false }: RunOptions,
): Promise<void> {
  const child = fork(PROGRAM, files, {
    execArgv: [...process.execArgv, ...EARLY_ROOM],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (isPatient && child.pid) setPriority(child.pid, PATIENT_NICENESS);
  const meter = meterProcessorTime(({ pid }) => pid === child.pid);
  const limit = limitTime(child, interrupted);
  const left = [...files];
  let run = startFile(left.shift());
  let spent = 0;
  let isWhole = false;
  const next = () => {
    const total = meter.read();
    onResult(run.end(total && total - spent));
    spent = total ?? 0;
    run = startFile(left.shift());
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => run.print(chunk));
  child.on('message', (message: TestMessage) => {
    limit.start(TEST_TIME_LIMIT_MS);
    if ('ended' in message) run.add(message.ended);
    else if ('began' in message) while (left.includes(message.began)) next();
    else isWhole = true;
  });
  child.once('disconnect', () => {
    limit.start(END_TIME_LIMIT_MS);
    meter.read();
  });
  limit.start(TEST_TIME_LIMIT_MS);
  const [disconnected, closed] = [once(child, 'disconnect'), once(child, 'close')];
  const [code, signal] = await once(child, 'exit');
  // Until then, its last message may be on its way.
  await disconnected;
  // So may its output, but a leftover child may hold the pipes for long.
  await Promise.race([closed, wait(OUTPUT_TIME_LIMIT_MS, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  limit.stop();
  if (!isWhole) run.fail(`The process ended before the last test, with ${code ?? signal}.`);
  else if (code !== 0) run.fail(`The process ended with ${code ?? signal} after its tests.`);
  while (run.file !== '') next();
  meter.stop();
}

/** Collects the result of one file. */
function startFile(file = '') {
  const startedAt = performance.now();
  const outcomes: TestOutcome[] = [];
  let output = '';
  const fail = (error: string) => outcomes.push({ name: 'the file', milliseconds: 0, skipped: false, error });
  return {
    file,
    fail,
    add: (outcome: TestOutcome) => outcomes.push(outcome),
    print(chunk: string) {
      output += chunk;
    },
    end(processorTime: number | undefined): FileResult {
      if (outcomes.length === 0) fail('No test of it has run.');
      return { file, outcomes, output, milliseconds: performance.now() - startedAt, processorTime };
    },
  };
}

/** Ends the process when it is interrupted, or when the newest time limit is over. */
function limitTime(child: ChildProcess, interrupted: AbortSignal) {
  const end = () => void child.kill();
  let timer: NodeJS.Timeout | undefined;
  interrupted.addEventListener('abort', end, { once: true });
  return {
    start(milliseconds: number) {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds);
    },
    stop() {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', end);
    },
  };
}
