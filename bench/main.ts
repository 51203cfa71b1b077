import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { putFigures, type Run, showFigures } from './command/document.ts';
import { MEASURES } from './command/measures.ts';
import { runMeasure } from './command/run-measure.ts';

// Runs the measures one after the other and puts their figures into docs/benchmarks.md; the named ones, or all: `node
// bench/main.ts [name…]`. A failed one keeps the figures of the others, and ends the command with an error.
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (unknown.length > 0) {
  const known = MEASURES.map(({ name }) => name).join(', ');
  throw new Error(`There is no measure ${unknown.join(', ')}. There are ${known}.`);
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    process.exitCode = 1;
  });
}

for (const measure of MEASURES) {
  if (isInterrupted) break;
  if (names.length > 0 && !names.includes(measure.name)) continue;
  console.log(`\n${measure.title}`);
  const run = describeRun();
  const outcome = await runMeasure(measure);
  if (outcome.error) {
    console.error(`${measure.name}: ${outcome.error}`);
    process.exitCode = 1;
  }
  const figures = showFigures(measure, outcome, run);
  if (figures === undefined) continue;
  await writeFile(DOCUMENT, putFigures(await readFile(DOCUMENT, 'utf8'), measure.name, figures));
}

function describeRun(): Run {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 1e9);
  const [load = 0] = loadavg();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim(),
    machine: `${availableParallelism()} cores (${first?.model.trim() ?? 'unknown'}), ${gigabytes} GB, load ${load.toFixed(1)} before`,
  };
}
