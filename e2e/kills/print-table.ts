import { countKills } from './check-run.ts';
import type { KillRunResult } from './kill-run.ts';
import { PHASES, TARGETS } from './plan.ts';

/** Lines with the kills by phase, and the end of the campaign. */
export function describeRun({ kills, deliveries }: KillRunResult): string[] {
  const counts = countKills(kills);
  const widths = PHASES.map((phase) => phase.length);
  const row = (name: string, cells: (string | number)[]) =>
    `${name.padEnd(12)}${cells.map((cell, index) => `  ${String(cell).padStart(widths[index] ?? 5)}`).join('')}`;
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const table = TARGETS.map((target) => {
    const cells = PHASES.map((phase) => counts[target][phase]);
    return row(target, [...cells, sum(cells)]);
  });
  const totals = PHASES.map((phase) => sum(TARGETS.map((target) => counts[target][phase])));
  return [
    row('killed', [...PHASES, 'all']),
    ...table,
    row('all', [...totals, kills.length]),
    '',
    `Of ${deliveries.length} people: ${countStates(deliveries.map(({ state }) => state ?? 'never tried'))}.`,
    ...describeSendings({ kills, deliveries }),
  ];
}

function countStates(states: string[]): string {
  const groups = Map.groupBy(states, (state) => state);
  return [...groups].map(([state, all]) => `${all.length} ${state}`).join(', ');
}

function describeSendings({ kills, deliveries }: Pick<KillRunResult, 'kills' | 'deliveries'>): string[] {
  return kills
    .filter(({ phase }) => phase === 'between send and result')
    .map(({ target, recipient, hadOutcome }) => {
      const state = deliveries.find((delivery) => delivery.recipient === recipient)?.state;
      const by = hadOutcome ? ', by its journal' : ', by the thread';
      return `  ${target} killed between send and result: ${recipient} ended as ${state}${target === 'agent' ? by : ''}`;
    });
}
