import { AssertionError } from 'node:assert';
import { join } from 'node:path';
import { run } from 'node:test';
import { inspect, stripVTControlCharacters } from 'node:util';
import type { TestMessage } from './run-test-files.ts';

/** Later lines of the log of a failed page call, which repeat the first ten. */
const LATER_TRIES = /(Call log:\n(?:.*\n){10})(?: *(?:\d+ × |- ).*\n)+/;

// Runs the test files given as arguments, one after the other in this process, and reports each outcome to the parent.
const tellFile = join(import.meta.dirname, 'tell-file.ts');
const stream = run({ files: [tellFile, ...process.argv.slice(2)], isolation: 'none' });
stream.on('test:pass', (event) => {
  if (event.details.type !== 'suite' && event.name !== tellFile) tell(event, undefined);
});
stream.on('test:fail', (event) => {
  const { error } = event.details;
  if (failureType(error) !== 'subtestsFailed') tell(event, event.todo ? undefined : error);
});
stream.on('test:diagnostic', ({ message }) => {
  if (/^(Error|Warning):/.test(message)) process.stderr.write(`${message}\n`);
});
stream.once('close', () => {
  send({ isWhole: true });
  process.disconnect();
});
stream.resume();

type TestEvent = {
  name: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { duration_ms: number };
};

function tell({ name, skip, todo, details }: TestEvent, error: unknown): void {
  const skipped = (skip ?? todo ?? false) !== false;
  const ended = { name, milliseconds: details.duration_ms, skipped };
  send({ ended: { ...ended, error: error === undefined ? undefined : explain(error) } });
}

function send(message: TestMessage): void {
  process.send?.(message);
}

/** A parent whose subtests failed adds nothing; a parent whose own hook failed does. */
function failureType(error: Error): string | undefined {
  return 'failureType' in error ? String(error.failureType) : undefined;
}

/** Node wraps a test's error, and its own frames add nothing: the thrown error, with the project's frames. */
function explain(error: unknown): string {
  const thrown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof thrown === 'string') return thrown;
  const text =
    thrown instanceof AssertionError || isTimeout(thrown)
      ? stripVTControlCharacters(thrown.stack ?? thrown.message)
      : inspect(thrown, { depth: 4 });
  return text.replaceAll(/^ +at .*\(?node:.*\n?/gm, '').replace(LATER_TRIES, '$1');
}

/** A page's timeout; it has the log of its call twice. */
function isTimeout(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === 'TimeoutError';
}
