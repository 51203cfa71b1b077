import { parseArgs } from 'node:util';
import { startTestCluster } from '../../server/src/testing/test-database.ts';
import type { Mutant } from './mutant.ts';
import { chooseMutants } from './mutants.ts';
import { putBack, tryMutant, type Verdict } from './try-mutant.ts';
import { rememberedVerdict, rememberVerdict } from './verdicts.ts';

/** Words choose some of them, by a part of the name or of the file; a part such as 2/5 is every fifth from the second. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '1/1' }, again: { type: 'boolean', default: false } },
});
const mutants = chooseMutants(positionals, values.part);
const untried = mutants.filter((mutant) => values.again || !rememberedVerdict(mutant));

process.once('exit', putBack);
// Not once: the second signal of a terminal or of timeout would end it before the source is put back.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

if (untried.length > 0) await tryAll(untried);
process.exitCode = tellScore(mutants) ? 0 : 1;

/**
 * Puts each defect into the code, one at a time, and remembers whether the tests that are named beside it notice
 * (docs/engine.md#defects-on-purpose).
 */
async function tryAll(untried: readonly Mutant[]): Promise<void> {
  const cluster = await startTestCluster();
  try {
    for (const mutant of untried) {
      for (const test of mutant.tests) await requirePasses(test, cluster.url);
      const verdict = await tryMutant(mutant, cluster.url);
      rememberVerdict(mutant, verdict);
      console.log(formatVerdict(mutant, verdict));
    }
  } finally {
    await cluster.stop();
  }
}

/** What fails without any defect would notice all of them. */
async function requirePasses(test: string, databaseUrl: string): Promise<void> {
  const none: Mutant = { name: 'no defect', file: test, edits: [], tests: [test] };
  if (rememberedVerdict(none)) return;
  const verdict = await tryMutant(none, databaseUrl);
  if (verdict.noticedBy !== undefined) throw new Error(`Without any defect this fails: ${verdict.noticedBy}`);
  rememberVerdict(none, verdict);
}

function tellScore(mutants: readonly Mutant[]): boolean {
  const verdicts = mutants.map((mutant) => ({ mutant, verdict: rememberedVerdict(mutant) }));
  const missed = verdicts.filter(({ verdict }) => !verdict?.noticedBy);
  if (missed.length > 0) console.log('\nNobody notices:');
  for (const { mutant, verdict } of missed) if (verdict) console.log(formatVerdict(mutant, verdict));
  console.log(`\n${mutants.length - missed.length} of ${mutants.length} defects are noticed.`);
  return missed.length === 0;
}

function formatVerdict({ name }: Mutant, { applies, noticedBy }: Verdict): string {
  if (!applies) return `DOES NOT APPLY  ${name}`;
  return noticedBy === undefined ? `NOT NOTICED     ${name}` : `noticed         ${name}  (${noticedBy})`;
}
