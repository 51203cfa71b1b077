import type { TestContext } from 'node:test';
import { parseArgs } from 'node:util';
import { startTestApp } from '../../src/testing/test-app.ts';
import { seededRandom } from '../random.ts';
import { drawPlan } from './draw-plan.ts';
import { runPlan } from './run-plan.ts';

/** Holds the forecast to the engine: random plans are run to their end (docs/engine.md#how-it-is-tried). */
const { values } = parseArgs({
  options: {
    plans: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});

const DAY_MS = 86_400_000;
const NEEDED = 0.9;

let [inside, farthestMs] = [0, 0];
const [first, plans] = [Number(values.seed), Number(values.plans)];
for (let seed = first; seed < first + plans; seed += 1) {
  const { wasInside, outsideMs } = await tryPlan(seed);
  if (wasInside) inside += 1;
  farthestMs = Math.max(farthestMs, outsideMs);
}
console.log(
  `${inside} of ${plans} ends between early and late; the farthest outside by ${inHours(farthestMs)}.`,
);
process.exitCode = inside >= NEEDED * plans && farthestMs <= DAY_MS ? 0 : 1;

async function tryPlan(seed: number): Promise<{ wasInside: boolean; outsideMs: number }> {
  const random = seededRandom(seed);
  const plan = drawPlan(random);
  const ends: (() => unknown)[] = [];
  const context = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
  const app = await startTestApp(context);
  try {
    const { forecast, endedMs } = await runPlan(app, plan, random);
    const { early, ends_at, late } = forecast;
    const expected = [early, ends_at, late].map((at) =>
      at === null ? Number.POSITIVE_INFINITY : Date.parse(at),
    );
    const [earlyMs = 0, endsMs = 0, lateMs = 0] = expected;
    const ended = endedMs ?? Number.POSITIVE_INFINITY;
    const outsideMs = ended === lateMs ? 0 : Math.max(0, earlyMs - ended, ended - lateMs);
    if (outsideMs > 0)
      console.log(
        `seed ${seed}: ended ${inHours(ended - endsMs)} after the forecast, ${inHours(outsideMs)} outside`,
        JSON.stringify({ early, ends_at, late, plan }),
      );
    return { wasInside: outsideMs === 0, outsideMs };
  } finally {
    for (const end of ends) await end();
  }
}

function inHours(ms: number): string {
  return `${(ms / 3_600_000).toFixed(2)} h`;
}
