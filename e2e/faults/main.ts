import { parseArgs } from 'node:util';
import { THIRDS } from './plan.ts';
import { runFaults } from './run.ts';
import { describeFaults, findEmptyCells, findUnmet } from './table.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    scene: { type: 'string' },
    only: { type: 'string' },
    third: { type: 'string' },
    'side-by-side': { type: 'string', default: '50' },
  },
});
const stop = new AbortController();
// Not `once`: a terminal's second signal would end this process before it has ended its children.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error('The run was ended.')));
}

try {
  const { faults, seed, scene, only } = values;
  const third = THIRDS.find((one) => String(one) === values.third);
  if (values.third !== undefined && third === undefined) throw new Error('The thirds are 0, 1 and 2.');
  const startedAt = performance.now();
  const { happened, arrived, problems, ...met } = await runFaults({
    seed: Number(seed),
    faults: Number(faults),
    faultsOfScene: 25,
    sideBySide: Number(values['side-by-side']),
    numbers: scene === undefined ? undefined : [Number(scene)],
    only,
    third,
    signal: stop.signal,
    say: (line) => console.log(line),
    onProgress: ({ faults: done, scenes, problems }) => {
      const seconds = (performance.now() - startedAt) / 1000;
      const left = Math.round(((Number(faults) - done) * seconds) / done);
      console.log(
        `${done} faults in ${scenes} scenes, ${problems} problems, ${Math.round(seconds)} s, ${left} s to go`,
      );
    },
  });
  console.log(`\n${describeFaults(happened).join('\n')}\n`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${happened.length} faults, ${arrived} messages arrived, ${met.unfilled} people without a value, ${met.tooLong} with a text too long, ${met.fullDays} days with a full cap, ${met.scheduled} scheduled starts, ${met.looks} looks after a canary, ${met.followed} messages of follow-ups, ${met.byOthers} of them by others after ${met.given} people were given, ${seconds} s.`,
  );
  const isOfAll = scene === undefined && only === undefined;
  const empty = isOfAll ? findEmptyCells(happened, third) : [];
  if (isOfAll && third === undefined) empty.push(...findUnmet(met, happened.length));
  for (const problem of problems) console.error(`WRONG: ${problem}`);
  for (const cell of empty) console.error(`NEVER HAPPENED: ${cell}`);
  const isGood = problems.length + empty.length === 0;
  console.log(isGood ? 'All held.' : `Not all held (seed ${seed}).`);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
