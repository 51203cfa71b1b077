import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = join(import.meta.dirname, 'costs.json');
const GROWN_BY = 1.5;
/** The first file of a process pays for its browser and server, and another file may be the first. */
const LEAST_GROWTH_MS = 5_000;
/** The kept costs leave out smaller ones, which would only change with each measurement. */
const SMALL_MS = 1_000;

/** Milliseconds of processor time of each part of a run. */
export type Costs = ReadonlyMap<string, number>;

/** The costs of an earlier whole run, which `npm run test:go -- --keep-costs` keeps. */
export function readKeptCosts(): Costs {
  if (!existsSync(KEPT)) return new Map();
  const kept: Record<string, number> = JSON.parse(readFileSync(KEPT, 'utf8'));
  return new Map(Object.entries(kept).map(([place, seconds]) => [place, seconds * 1000]));
}

/** Keeps them in seconds, a line each, to be committed. */
export function keepCosts(costs: Costs): void {
  const kept = [...costs]
    .filter(([, milliseconds]) => milliseconds >= SMALL_MS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, milliseconds]) => [place, Math.round(milliseconds / 100) / 10]);
  writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/**
 * A line for each part that costs half as much again as was kept, the most grown first. On another machine everything
 * costs more or less: the kept costs are taken times the median of all parts.
 */
export function listGrown(costs: Costs, kept: Costs): string[] {
  const ratios = [...kept].flatMap(([place, before]) => {
    const now = costs.get(place);
    return now === undefined ? [] : [now / before];
  });
  const machine = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  if (machine === undefined) return [];
  return [...costs]
    .map(([place, now]) => ({ place, now, before: (kept.get(place) ?? SMALL_MS) * machine }))
    .filter(({ now, before }) => now > before * GROWN_BY && now > before + LEAST_GROWTH_MS)
    .sort((a, b) => b.now - b.before - (a.now - a.before))
    .map(({ place, now, before }) => `${place}: ${seconds(now)} instead of ${seconds(before)}`);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
