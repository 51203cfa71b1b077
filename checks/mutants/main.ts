import { startTestCluster } from '../../server/src/testing/test-database.ts';
import { AGENT_MUTANTS } from './agent-mutants.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';
import { passes, putBack, tryMutant, type Verdict } from './try-mutant.ts';

/** Words choose some of them, by a part of the name or of the file. */
const chosen = process.argv.slice(2);
const mutants = [...AGENT_MUTANTS, ...SERVER_MUTANTS].filter(
  ({ name, file }) => chosen.length === 0 || chosen.some((word) => `${name} ${file}`.includes(word)),
);

process.once('exit', putBack);
// Not once: the second signal of a terminal or of timeout would end it before the source is put back.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const cluster = await startTestCluster();
try {
  process.exitCode = (await tryAll(cluster.url)) ? 0 : 1;
} finally {
  await cluster.stop();
}

/**
 * Puts each defect into the code, one at a time, and says whether the tests that are named beside it notice
 * (docs/engine.md#how-it-is-tried).
 */
async function tryAll(databaseUrl: string): Promise<boolean> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  if (!(await passes(tests, databaseUrl))) {
    console.error('The tests fail without any defect.');
    return false;
  }
  const verdicts: Verdict[] = [];
  for (const mutant of mutants) {
    const verdict = await tryMutant(mutant, databaseUrl);
    verdicts.push(verdict);
    console.log(`${verdict.padEnd(14)}  ${mutant.name}`);
  }
  const noticed = verdicts.filter((verdict) => verdict === 'noticed').length;
  console.log(`\n${noticed} of ${mutants.length} are noticed.`);
  return noticed === mutants.length;
}
