import type { Kill } from './kill-as-planned.ts';
import { PHASES, type Phase, type PlannedKill, TARGETS, type Target } from './plan.ts';
import type { EndedDelivery } from './run-database.ts';

export interface Outcome {
  plan: readonly PlannedKill[];
  kills: readonly Kill[];
  deliveries: readonly EndedDelivery[];
  unknown: readonly string[];
  /** The number of messages that each person got. */
  arrivals: ReadonlyMap<string, number>;
  /** The restarted agent's reports about the deliveries of its predecessor. */
  replays: ReadonlyMap<string, string>;
}

/** The recipient's status for a delivery's final state. */
const STATUS_OF: Record<string, string> = {
  sent: 'sent',
  failed: 'failed',
  not_found: 'not_found',
  uncertain: 'failed',
};

/** The problems of a run, a sentence each. */
export function findProblems({ plan, kills, deliveries, unknown, arrivals, replays }: Outcome): string[] {
  return [
    ...missingKills(plan, kills),
    ...emptyCells(plan, kills),
    ...deliveries.flatMap((delivery) => problemsOf(delivery, arrivals.get(delivery.recipient) ?? 0)),
    ...unknown
      .filter((name) => deliveries.find(({ recipient }) => recipient === name)?.state !== 'not_found')
      .map((name) => `${name} is not in the practice inbox and did not end as not_found.`),
    ...strangers(deliveries, arrivals),
    ...lostSendings(kills, deliveries),
    ...wrongReplays(kills, replays),
  ];
}

/** The number of kills of each in each phase. */
export function countKills(kills: readonly Kill[]): Record<Target, Record<Phase, number>> {
  const count = (target: Target, phase: Phase) =>
    kills.filter((kill) => kill.target === target && kill.phase === phase).length;
  const row = (target: Target) => Object.fromEntries(PHASES.map((phase) => [phase, count(target, phase)]));
  return Object.fromEntries(TARGETS.map((target) => [target, row(target)])) as ReturnType<typeof countKills>;
}

function missingKills(plan: Outcome['plan'], kills: readonly Kill[]): string[] {
  return TARGETS.flatMap((target) => {
    const planned = plan.filter((kill) => kill.target === target && !kill.serverFirst).length;
    const count = kills.filter((kill) => kill.target === target).length;
    return count < planned ? [`Of ${planned} planned kills of the ${target}, ${count} happened.`] : [];
  });
}

/** Any of the others may be killed in a later phase than planned, but not agent and server. */
function emptyCells(plan: Outcome['plan'], kills: readonly Kill[]): string[] {
  const counts = countKills(kills);
  return (['agent', 'server'] as const).flatMap((target) => {
    const planned = plan.filter((kill) => kill.target === target || kill.serverFirst);
    return PHASES.filter(
      (phase) => planned.some((kill) => kill.phase === phase) && counts[target][phase] === 0,
    ).map((phase) => `The ${target} was never killed ${phase}.`);
  });
}

function problemsOf({ recipient, status, state, reason }: EndedDelivery, arrived: number): string[] {
  const problems: string[] = [];
  const ended = `ended as ${state ?? 'never tried'}${reason ? ` (${reason})` : ''}`;
  if (arrived > 1) problems.push(`${recipient} was written to ${arrived} times.`);
  if (!state || !(state in STATUS_OF)) problems.push(`${recipient} ${ended}, which is not final.`);
  else if (STATUS_OF[state] !== status) problems.push(`${recipient} ${ended}, and the list says ${status}.`);
  if (arrived > 0 && state !== 'sent' && state !== 'uncertain') {
    problems.push(`${recipient} was written to and ${ended}.`);
  }
  if (arrived === 0 && state === 'sent') problems.push(`${recipient} was not written to and ${ended}.`);
  return problems;
}

function strangers(deliveries: readonly EndedDelivery[], arrivals: ReadonlyMap<string, number>): string[] {
  const names = new Set(deliveries.map(({ recipient }) => recipient));
  return [...arrivals.keys()]
    .filter((name) => !names.has(name))
    .map((name) => `${name} is not in the list and was written to.`);
}

/** The message is in the thread: from the journal, or by reading the thread, the agent must find that it was sent. */
function lostSendings(kills: readonly Kill[], deliveries: readonly EndedDelivery[]): string[] {
  return kills
    .filter(({ phase }) => phase === 'between send and result')
    .flatMap(({ target, recipient }) => {
      const state = deliveries.find((delivery) => delivery.recipient === recipient)?.state;
      return state === 'sent'
        ? []
        : [`${recipient}: ${target} killed between send and result, ended as ${state}.`];
    });
}

function wrongReplays(kills: readonly Kill[], replays: ReadonlyMap<string, string>): string[] {
  return kills
    .filter(({ target, phase }) => target === 'agent' && phase === 'between send and result')
    .filter(({ recipient }) => replays.get(recipient) !== 'sent')
    .map(({ recipient }) => {
      const said = replays.get(recipient) ?? 'nothing';
      return `${recipient} was written to, and the restarted agent said ${said} of it.`;
    });
}
