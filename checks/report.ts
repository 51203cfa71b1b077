import { relative } from 'node:path';
import { type Costs, listGrown } from './costs.ts';
import type { StepResult } from './run-step.ts';
import { ROOT } from './run-step.ts';
import type { FileResult } from './run-test-files.ts';

const COSTLIEST = 15;
/** Of an error that is told again at the end. */
const LINES_AT_END = 20;

export type Report = ReturnType<typeof createReport>;

/** Prints results as they come, and at the end the failures and the two counts. */
export function createReport() {
  const failures: string[] = [];
  const notes: string[] = [];
  const costs = new Map<string, number>();
  let passed = 0;
  const started = performance.now();

  const pass = (name: string, milliseconds: number) => {
    passed += 1;
    print(`  ok    ${name}${milliseconds >= 1000 ? ` (${seconds(milliseconds)})` : ''}`);
  };
  const fail = (name: string, place: string, details: string) => {
    failures.push(`${place}: ${name}\n${indent(firstLines(details))}`);
    print(`  FAIL  ${name}\n${indent(details)}`);
  };

  const cost = (place: string, processorTime: number | undefined) => {
    if (processorTime !== undefined) costs.set(place, processorTime);
  };

  return {
    step(name: string, result: StepResult) {
      if (result.passed) pass(name, result.milliseconds);
      else fail(name, 'step', result.output);
    },
    file({ file, outcomes, output, milliseconds, processorTime }: FileResult) {
      const place = relative(ROOT, file);
      const share = processorTime === undefined ? '' : `, ${seconds(processorTime)} of a processor`;
      print(`${place} (${seconds(milliseconds)}${share})`);
      cost(place, processorTime);
      for (const outcome of outcomes) {
        if (outcome.skipped) print(`  skip  ${outcome.name}`);
        else if (outcome.error === undefined) pass(outcome.name, outcome.milliseconds);
        else fail(outcome.name, place, outcome.error);
      }
      if (output && outcomes.some((outcome) => outcome.error !== undefined)) {
        print(indent(`what ${place} printed:\n${output}`));
      }
    },
    /** Notes the processor time of a file or of another part of the run. */
    cost,
    costs: costs as Costs,
    /** Names the parts that have grown since those were kept. */
    compare(kept: Costs) {
      const grown = listGrown(costs, kept);
      if (grown.length > 0)
        notes.push(`Grown by half since the costs were kept:\n${indent(grown.join('\n'))}`);
    },
    /** Prints a line at the end. */
    note: (line: string) => void notes.push(line),
    /** True if nothing failed and something ran. */
    finish(): boolean {
      if (costs.size > 2) print(`\nMost processor time:\n${listCosts(costs)}`);
      print(`\n${[...notes, seconds(performance.now() - started)].join('\n')}`);
      // Last, and with their errors: a log that is too long is often kept by its end alone.
      if (failures.length > 0) print(`\nFailed:\n${indent(failures.join('\n'))}\n`);
      print(`${passed} passed, ${failures.length} failed`);
      return failures.length === 0 && passed > 0;
    },
  };
}

function listCosts(costs: Costs): string {
  return [...costs]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COSTLIEST)
    .map(([place, processorTime]) => `  ${seconds(processorTime).padStart(8)}  ${place}`)
    .join('\n');
}

function firstLines(text: string): string {
  return text.trim().split('\n').slice(0, LINES_AT_END).join('\n');
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
