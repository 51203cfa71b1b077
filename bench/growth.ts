import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { createClient } from '@pigeonpost/contract/client';
import { buildApp } from '@pigeonpost/server/app';
import { sweepEverybody, sweepLeases } from '@pigeonpost/server/engine/sweep';
import { type FilledAgent, type FilledUser, fillAgents, fillUsers } from './data/fill-users.ts';
import { fillWork, PROFILES_OF_EACH } from './data/fill-work.ts';
import { startDatabases } from './engine/databases.ts';
import { timeProcessors } from './engine/processor-time.ts';
import { type Figure, reportFigures, showNumber } from './figures.ts';

// The cost of a call while the profiles of all users in the database grow: pages that PostgreSQL reads from memory or
// disk, and processor time of Node and PostgreSQL (Linux), the client included. `node bench/growth.ts [profiles…]`.
// Both are nearly the same on a shared machine. A user has ten profiles and a running campaign. Eighty users, spread
// evenly among all of them, make each kind of call once, after twenty others have made it.
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000];
// Of as many users as there are, at most a hundred.
const USERS = Math.min(100, Math.min(...SIZES) / 10);
const CALLERS = Math.floor(USERS * 0.8);
const WARMING = Math.floor(USERS * 0.2);
const SWEEPS = 10;
const FEWEST = 5 * PROFILES_OF_EACH;
if (SIZES.some((size) => !(size >= FEWEST)))
  throw new Error(`Each size is a number of profiles, ${FEWEST} at the least.`);

interface Machine {
  user: FilledUser;
  agent: FilledAgent;
}

const { ours, stop } = await startDatabases({
  settings: { shared_preload_libraries: 'pg_stat_statements' },
  isShared: false,
});
const { pool, deps } = ours;
const app = await buildApp(deps, { realtime: ours.realtime });
try {
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  await pool.query('create extension pg_stat_statements');
  const machines: Machine[] = [];
  const figures: Figure[] = [];
  for (const size of SIZES) {
    await grow(machines, size / PROFILES_OF_EACH);
    for (const [what, cost] of Object.entries(await measureAll(baseUrl, machines)))
      figures.push({
        what: `${what}, ${size.toLocaleString('en-US')} profiles`,
        ours: `${showNumber(cost.pages)} pages, ${showNumber(cost.processor)} ms`,
      });
  }
  figures.sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  reportFigures({ figures, notes: [`${CALLERS} calls of each kind; ${SWEEPS} sweeps.`] });
} finally {
  await app.close();
  await stop();
}

function nameOf({ what }: Figure): string {
  return what.split(',')[0] ?? '';
}

async function grow(machines: Machine[], users: number): Promise<void> {
  const client = await pool.connect();
  const added = await fillUsers(client, users, machines.length);
  const agents = await fillAgents(client, { users: added, each: 1 });
  client.release();
  // In parts, so that no statement takes longer than it may on a busy machine.
  for (let start = 0; start < added.length; start += 1_000)
    await fillWork(pool, added.slice(start, start + 1_000));
  await pool.query('vacuum analyze');
  machines.push(...added.map((user, index) => ({ user, agent: agents[index] as FilledAgent })));
}

type Cost = Record<'pages' | 'processor', number>;

async function measureAll(baseUrl: string, machines: Machine[]): Promise<Record<string, Cost>> {
  const step = Math.floor(machines.length / (CALLERS + WARMING));
  const callers = Array.from({ length: CALLERS + WARMING }, (_, index) => machines[index * step] as Machine);
  const as = (token: string) => createClient({ baseUrl, token: () => token });
  const work = ({ agent }: Machine, capacity: number, profile_paths: string[]) =>
    as(agent.token)('POST /api/agent/work', { body: { capacity, wait_seconds: 0, profile_paths } });
  const due = Array.from({ length: PROFILES_OF_EACH - 1 }, (_, index) => `profile-${index + 1}`);
  const claimed = new Map<Machine, Delivery>();
  const params = (machine: Machine) => ({ token: claimed.get(machine)?.token ?? '' });
  const calls: Record<string, (machine: Machine) => Promise<unknown>> = {
    'poll that finds nothing': (machine) => work(machine, 1, [`profile-${PROFILES_OF_EACH}`]),
    async claim(machine) {
      const { deliveries } = await work(machine, 1, due);
      if (!deliveries[0]) throw new Error('A claim found nothing.');
      claimed.set(machine, deliveries[0]);
    },
    begin: (machine) =>
      as(machine.agent.token)('POST /api/agent/deliveries/{token}/begin', {
        params: params(machine),
        body: {},
      }),
    result(machine) {
      const { campaign_id = 0, recipient_id = 0 } = claimed.get(machine) ?? {};
      const body = { campaign_id, recipient_id, outcome: 'sent' } as const;
      return as(machine.agent.token)('POST /api/agent/deliveries/{token}/result', {
        params: params(machine),
        body,
      });
    },
    dashboard: ({ user }) => as(user.token)('GET /api/campaigns/dashboard-stats', { query: {} }),
  };
  const costs: Record<string, Cost> = {};
  for (const [name, call] of Object.entries(calls)) {
    for (const machine of callers.slice(0, WARMING)) await call(machine);
    costs[name] = await measure(CALLERS, async () => {
      for (const machine of callers.slice(WARMING)) await call(machine);
    });
  }
  await sweepLeases(deps);
  costs.sweep = await measure(SWEEPS, async () => {
    for (let turn = 0; turn < SWEEPS; turn++) await sweepLeases(deps);
  });
  costs['sweep of everybody'] = await measure(SWEEPS, async () => {
    for (let turn = 0; turn < SWEEPS; turn++) await sweepEverybody(deps);
  });
  return costs;
}

/** The cost of one of this many calls. */
async function measure(count: number, run: () => Promise<void>): Promise<Cost> {
  await pool.query('select pg_stat_statements_reset()');
  const { node, postgres } = await timeProcessors(ours, run);
  const { rows } = await pool.query<{ pages: number }>(
    'select sum(shared_blks_hit + shared_blks_read)::int as pages from pg_stat_statements where toplevel',
  );
  return { pages: (rows[0]?.pages ?? 0) / count, processor: (node + postgres) / count };
}
