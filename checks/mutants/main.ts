import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startTestCluster } from '../../server/src/testing/test-database.ts';
import type { Mutant } from './mutant.ts';
import { chooseMutants } from './mutants.ts';
import { SourceCopy } from './source-copy.ts';
import { tryMutant } from './try-mutant.ts';
import { type Verdict, Verdicts } from './verdicts.ts';

/** Words choose mutants by a part of the name or of the file; a part such as 2/5 is every fifth from the second. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: '1/1' }, again: { type: 'boolean', default: false } },
});
const SIDE_BY_SIDE = 2;
const interrupted = new AbortController();
// Not `once`: the second signal of a terminal or of timeout would end this process before its children have ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interrupted.abort(new Error('The run was ended.')));
}

try {
  process.exitCode = (await tryAll(chooseMutants(positionals, values.part))) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}

/**
 * Puts each defect into a copy of the code, and records whether the tests named beside it notice
 * (docs/engine.md#defects-on-purpose).
 */
async function tryAll(mutants: readonly Mutant[]): Promise<boolean> {
  const copies: SourceCopy[] = [];
  try {
    while (copies.length < SIDE_BY_SIDE) {
      const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-mutants-'));
      copies.push(new SourceCopy(folder, copies[0]?.folder));
    }
    const verdicts = new Verdicts(copies[0] as SourceCopy);
    const waiting = mutants.filter((mutant) => values.again || !verdicts.get(mutant));
    if (waiting.length > 0) await tryThese(waiting, copies, verdicts);
    return printScore(mutants.map((mutant) => ({ mutant, verdict: verdicts.get(mutant) })));
  } finally {
    for (const copy of copies) copy.remove();
  }
}

async function tryThese(waiting: Mutant[], copies: readonly SourceCopy[], verdicts: Verdicts): Promise<void> {
  const { signal } = interrupted;
  const cluster = await startTestCluster();
  const inTurn = async (source: SourceCopy) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const verdict = await tryMutant(mutant, { source, verdicts, databaseUrl: cluster.url, signal });
      verdicts.set(mutant, verdict);
      console.log(formatVerdict(mutant, verdict));
    }
  };
  try {
    const ends = await Promise.allSettled(copies.map(inTurn));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    await cluster.stop();
  }
}

function printScore(tried: readonly { mutant: Mutant; verdict: Verdict | undefined }[]): boolean {
  const missed = tried.filter(({ verdict }) => !verdict?.noticedBy);
  if (missed.length > 0) console.log('\nNobody notices:');
  for (const { mutant, verdict } of missed) if (verdict) console.log(formatVerdict(mutant, verdict));
  console.log(`\n${tried.length - missed.length} of ${tried.length} defects are noticed.`);
  return missed.length === 0;
}

function formatVerdict({ name }: Mutant, { applies, noticedBy }: Verdict): string {
  if (!applies) return `DOES NOT APPLY  ${name}`;
  return noticedBy === undefined ? `NOT NOTICED     ${name}` : `noticed         ${name}  (${noticedBy})`;
}
