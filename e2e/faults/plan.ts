import { type Random, seededRandom, shuffled } from '../kills/seeded-random.ts';

/** The faults of a scene. */
export const FAULTS = [
  'agent killed',
  'agent stopped',
  'server killed',
  'server stopped',
  'server upgraded',
  'PostgreSQL killed',
  'PostgreSQL stopped',
  'browser killed',
  'browser stopped',
  'call dropped',
  'call cut',
  'call delayed',
  'call doubled',
  'disk full',
  'clock forward',
  'clock back',
  "agent's clock forward",
  "agent's clock back",
  'second agent',
  'campaign paused',
  'campaign stopped',
  'campaign deleted',
  'people imported',
  'person changed',
  'person taken out',
  'value changed',
  'template changed',
  'delays changed',
  'do not contact',
  'stop link pressed',
  'person replied',
  'password changed',
  'subscription ended',
  'profile switched off',
  'copy put back',
  'copy put back twice',
  'database exchanged',
  'reply forgotten',
  'campaign forgotten',
  'list deleted',
  'hours closed',
  'cap lowered',
  'start undone',
  'start scheduled',
] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * The points at which a delivery is held during a fault: handed out, begin asked, begin granted, the press on its way
 * to the site, arrived there, the result on its way to the server, and answered.
 */
const BREAKPOINTS = ['given', 'asked', 'granted', 'clicking', 'pressed', 'told', 'answered'] as const;
export type Breakpoint = (typeof BREAKPOINTS)[number];

export const POINTS = [...BREAKPOINTS, 'any time'] as const;
type Point = (typeof POINTS)[number];

export interface PlannedFault {
  fault: Fault;
  point: Point;
}

/** The press is no call to the server, and no program repeats it. */
function canHappen({ fault, point }: PlannedFault): boolean {
  return fault !== 'call doubled' || (point !== 'clicking' && point !== 'pressed');
}

export const CELLS: readonly PlannedFault[] = FAULTS.flatMap((fault) =>
  POINTS.map((point) => ({ fault, point })),
).filter(canHappen);

/** The parts of the table that take turns: each has every fault at two or three points, and every point. */
export const THIRDS = [0, 1, 2] as const;
export type Third = (typeof THIRDS)[number];

/** All cells of the table, or those of one of its thirds. */
export const cellsOf = (third: Third | undefined): readonly PlannedFault[] =>
  CELLS.filter(
    ({ fault, point }) =>
      third === undefined || (FAULTS.indexOf(fault) + POINTS.indexOf(point)) % THIRDS.length === third,
  );

/** The name in a run's table and in `--only`: 'agent killed at clicking'. */
export const nameOf = ({ fault, point }: PlannedFault) => `${fault} at ${point}`;

/** The faults of one scene, and the seed of everything else in it. */
export interface PlannedScene {
  /** From 0 on; together with the seed of its run it determines this plan. */
  number: number;
  faults: PlannedFault[];
  random: Random;
}

/**
 * The scenes of a run: each round of the faults has every cell once, in a random order, so that a run longer than one
 * round leaves no cell empty.
 */
export function planScenes(run: {
  seed: number;
  faults: number;
  faultsOfScene: number;
  /** Only cells that contain these words, such as 'agent killed at clicking'. */
  only?: string | undefined;
  third?: Third | undefined;
}): PlannedScene[] {
  const { seed, faults, faultsOfScene, only = '', third } = run;
  const cells = cellsOf(third).filter((cell) => nameOf(cell).includes(only));
  if (cells.length === 0) throw new Error(`There is no "${only}" among the faults.`);
  const order = seededRandom(seed);
  const all: PlannedFault[] = [];
  while (all.length < faults) all.push(...shuffled(cells, order));
  const count = Math.ceil(faults / faultsOfScene);
  return Array.from({ length: count }, (_, number) => ({
    number,
    faults: all.slice(number * faultsOfScene, Math.min((number + 1) * faultsOfScene, faults)),
    random: seededRandom(seed * 1_000_003 + number),
  }));
}
