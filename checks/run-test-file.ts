import { run } from 'node:test';
import { hasArgument, meterProcessorTime } from './processor-time.ts';

export type TestOutcome = {
  name: string;
  milliseconds: number;
  skipped: boolean;
  /** What the test threw; undefined when it passed. */
  error: unknown;
};

export type FileResult = {
  outcomes: TestOutcome[];
  output: string;
  milliseconds: number;
  /** Of the file's process and all that it started, in milliseconds; the PostgreSQL of all files is none of it. */
  processorTime: number | undefined;
};

/** No test file needs this long: one that never closes what it opened is ended, and fails. */
const FILE_TIME_LIMIT_MS = 8 * 60_000;

/** Runs one test file in a process of its own: every test with its outcome, and what the file printed. */
export async function runTestFile(path: string, interrupted: AbortSignal): Promise<FileResult> {
  const started = performance.now();
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(FILE_TIME_LIMIT_MS)]);
  const outcomes: TestOutcome[] = [];
  let output = '';
  const meter = meterProcessorTime(({ pid, parent }) => parent === process.pid && hasArgument(pid, path));
  const stream = run({ files: [path], signal });
  stream.on('test:pass', (event) => {
    if (event.details.type !== 'suite') outcomes.push(outcomeOf(event, undefined));
  });
  stream.on('test:fail', (event) => {
    const { error } = event.details;
    if (failureType(error) !== 'subtestsFailed')
      outcomes.push(outcomeOf(event, event.todo ? undefined : error));
  });
  const keep = (event: { message: string }) => {
    output += event.message;
  };
  stream.on('test:stdout', keep);
  stream.on('test:stderr', keep);
  stream.resume();
  await new Promise((resolve) => stream.once('close', resolve));
  const processorTime = meter.stop();
  return { outcomes, output, milliseconds: performance.now() - started, processorTime };
}

function outcomeOf(
  event: { name: string; skip?: string | boolean; todo?: string | boolean; details: { duration_ms: number } },
  error: unknown,
): TestOutcome {
  const skipped = (event.skip ?? event.todo ?? false) !== false;
  return { name: event.name, milliseconds: event.details.duration_ms, skipped, error };
}

/** A parent whose subtests failed says nothing new; a parent whose own hook failed does. */
function failureType(error: Error): string | undefined {
  return 'failureType' in error ? String(error.failureType) : undefined;
}
