import { AssertionError } from 'node:assert';
import { relative } from 'node:path';
import { inspect } from 'node:util';
import type { StepResult } from './run-step.ts';
import { ROOT } from './run-step.ts';
import type { FileResult } from './run-test-file.ts';

export type Report = ReturnType<typeof createReport>;

/** Prints what happens as it happens, and at the end what failed and the two counts. */
export function createReport() {
  const failures: string[] = [];
  let passed = 0;
  const started = performance.now();

  const pass = (name: string, milliseconds: number) => {
    passed += 1;
    print(`  ok    ${name}${milliseconds >= 1000 ? ` (${seconds(milliseconds)})` : ''}`);
  };
  const fail = (name: string, place: string, details: string) => {
    failures.push(`${place}: ${name}`);
    print(`  FAIL  ${name}\n${indent(details)}`);
  };

  return {
    step(name: string, result: StepResult) {
      if (result.passed) pass(name, result.milliseconds);
      else fail(name, 'step', result.output);
    },
    file(path: string, { outcomes, output, milliseconds }: FileResult) {
      const place = relative(ROOT, path);
      print(`${place} (${seconds(milliseconds)})`);
      for (const outcome of outcomes) {
        if (outcome.skipped) print(`  skip  ${outcome.name}`);
        else if (outcome.error === undefined) pass(outcome.name, outcome.milliseconds);
        else fail(outcome.name, place, explain(outcome.error));
      }
      if (output && outcomes.some((outcome) => outcome.error !== undefined)) {
        print(indent(`what ${place} printed:\n${output}`));
      }
    },
    /** True when nothing failed and something ran. */
    finish(): boolean {
      if (failures.length > 0) print(`\nFailed:\n${indent(failures.join('\n'))}`);
      print(`\n${seconds(performance.now() - started)}`);
      print(`${passed} passed, ${failures.length} failed`);
      return failures.length === 0 && passed > 0;
    },
  };
}

/** Node wraps what a test threw, and its own frames say nothing: what was thrown, with the project's frames. */
function explain(error: unknown): string {
  const thrown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof thrown === 'string') return thrown;
  const text =
    thrown instanceof AssertionError ? (thrown.stack ?? thrown.message) : inspect(thrown, { depth: 4 });
  return text.replaceAll(/^ +at .*\(?node:.*\n?/gm, '');
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '        ');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
