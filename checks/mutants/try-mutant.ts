import { applyEdits, type Mutant } from './mutant.ts';
import { readHint, rememberHint } from './noticed-by.ts';
import { runTest } from './run-test.ts';
import type { SourceCopy } from './source-copy.ts';
import type { Verdict, Verdicts } from './verdicts.ts';

interface Trial {
  source: SourceCopy;
  verdicts: Verdicts;
  databaseUrl: string;
  signal: AbortSignal;
}

/**
 * Finds out whether the tests named beside a defect notice it. The one that noticed it last runs first, alone, because
 * most of the time would be spent on unrelated tests.
 */
export async function tryMutant({ name, file, edits, tests }: Mutant, trial: Trial): Promise<Verdict> {
  const { source } = trial;
  const before = source.read(file);
  const after = applyEdits(before, edits);
  if (after === undefined) return { applies: false };
  const hint = readHint(name);
  const alone = tests.flatMap((test) =>
    hint !== undefined && source.read(test).includes(hint) ? [{ file: test, name: hint }] : [],
  );
  for (const run of [...alone, ...tests.map((test) => ({ file: test }))]) {
    await requirePasses(run.file, trial);
    source.write(file, after);
    const { failed } = await runHere(run, trial).finally(() => source.write(file, before));
    if (failed === undefined) continue;
    rememberHint(name, failed);
    return { applies: true, noticedBy: failed };
  }
  return { applies: true };
}

/** A test that fails without a defect would notice every defect. */
async function requirePasses(file: string, trial: Trial): Promise<void> {
  const none: Mutant = { name: 'no defect', file, edits: [], tests: [file] };
  if (trial.verdicts.get(none)) return;
  const { failed } = await runHere({ file }, trial);
  if (failed !== undefined) throw new Error(`Without any defect this fails: ${failed} (${file})`);
  trial.verdicts.set(none, { applies: true });
}

async function runHere(run: { file: string; name?: string }, { source, databaseUrl, signal }: Trial) {
  if (run.file.startsWith('e2e/')) await source.buildPages(signal);
  return runTest({ ...run, databaseUrl, signal, folder: source.folder });
}
