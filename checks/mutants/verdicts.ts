import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../run-step.ts';
import type { Mutant } from './mutant.ts';
import type { SourceCopy } from './source-copy.ts';

export interface Verdict {
  /** False if the code has changed since. */
  applies: boolean;
  /** The first test that failed with it. */
  noticedBy?: string;
}

const FILE = join(ROOT, 'node_modules/.cache/pigeonpost-mutants.json');

/**
 * Earlier verdicts, so that an interrupted run can continue. A verdict is about a defect, its tests, and all sources
 * that they may load; it is dropped when any of these changes.
 */
export class Verdicts {
  readonly #source: SourceCopy;
  readonly #all: Record<string, Verdict> = readAll();

  constructor(source: SourceCopy) {
    this.#source = source;
  }

  get(mutant: Mutant): Verdict | undefined {
    return this.#all[this.#keyOf(mutant)];
  }

  set(mutant: Mutant, verdict: Verdict): void {
    this.#all[this.#keyOf(mutant)] = verdict;
    mkdirSync(dirname(FILE), { recursive: true });
    writeFileSync(`${FILE}.new`, JSON.stringify(this.#all));
    renameSync(`${FILE}.new`, FILE);
  }

  #keyOf({ name, file, edits, tests }: Mutant): string {
    const texts = tests.map((path) => this.#source.read(path));
    return createHash('sha256')
      .update(JSON.stringify([name, file, edits, tests, texts, this.#source.hashAround(file)]))
      .digest('base64url');
  }
}

function readAll(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}
