import { runKills } from './kill-run.ts';
import { planKills } from './plan.ts';
import { describeRun } from './print-table.ts';
import { seededRandom } from './seeded-random.ts';

const KILLS = { agent: 8, server: 8, Firefox: 4, PostgreSQL: 4, site: 4 };

/** Another seed may be given as the only argument. */
const seed = Number(process.argv[2] ?? 1);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stop.abort(new Error('The run was ended.')));
}

try {
  const result = await runKills({
    plan: planKills(KILLS, seededRandom(seed)),
    people: 80,
    waitsForLastLease: true,
    signal: stop.signal,
    say: (line) => console.log(line),
  });
  console.log(`\n${describeRun(result).join('\n')}\n`);
  for (const problem of result.problems) console.error(`WRONG: ${problem}`);
  console.log(
    result.problems.length === 0 ? 'All held.' : `${result.problems.length} problems (seed ${seed}).`,
  );
  process.exitCode = result.problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
