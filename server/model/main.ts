import { parseArgs } from 'node:util';
import { exploreBreadthFirst, type Finding, walk } from './explore.ts';
import { PAIRS, PAIRS_IN_TIME } from './pairs.ts';
import { seededRandom } from './random.ts';
import { RULES } from './rules.ts';
import { NEAR, started, WIDE, WIDE_PACED } from './worlds.ts';

/** Explores the model much further than `npm test` does (docs/engine.md#how-it-is-tried). */
const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '100000' },
    walks: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});

let findings = 0;
for (const [name, world] of Object.entries(NEAR)) {
  const { states, finding } = exploreBreadthFirst(started(world), {
    rules: RULES,
    limit: Number(values.states),
  });
  console.log(`${states} states near the start, ${name}`);
  if (finding) reportProblem(name, finding);
}
const met = new Set<string>();
const [first, walks] = [Number(values.seed), Number(values.walks)];
for (let seed = first; seed < first + walks; seed += 1) {
  const way = { rules: RULES, random: seededRandom(seed), length: Number(values.steps), met };
  for (const [name, world] of Object.entries({ wide: WIDE, paced: WIDE_PACED })) {
    const finding = walk(started(world), way);
    if (finding) reportProblem(`${name}, seed ${seed}`, finding);
  }
  if (seed % 50 === 0) console.log(`${seed - first + 1} walks`);
}
const missed = [...PAIRS, ...PAIRS_IN_TIME].filter((pair) => !met.has(pair));
console.log(`${met.size} pairs of state and event.`);
for (const pair of missed) console.error(`NEVER MET: ${pair}`);
process.exitCode = findings + missed.length === 0 ? 0 : 1;

function reportProblem(where: string, { problem, steps }: Finding): void {
  findings += 1;
  console.error(`WRONG (${where}): ${problem}\n${steps.map((step) => JSON.stringify(step)).join('\n')}`);
}
