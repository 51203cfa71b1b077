import assert from 'node:assert/strict';
import { buildApp } from '@pigeonpost/server/http/app';
import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { type Side, startDatabases } from './engine/databases.ts';
import { runGraphile } from './engine/graphile.ts';
import { timeProcessors } from './engine/processor-time.ts';
import { type AgentCalls, inProcess, overHttp, sendAll } from './engine/scripted-agents.ts';
import { prepareSenders, type Sender, type Shape } from './engine/senders.ts';

// Deliveries a second through the campaign engine, beside graphile-worker's jobs on the same PostgreSQL in the
// same run, in alternating rounds: `node bench/engine.ts [deliveries] [rounds]`.
//
// Ours: scripted agents call the handlers of work, begin and result as the server mounts them (without HTTP,
// except in the row that says so, where agent and server share one process), at a pace of 0. A delivery is three
// steps: a claim, begin, a result. All commits wait for the disk except the claims', because a lost claim sent
// nothing.
//
// graphile-worker: a delivery is one job; its task writes, in one named statement, what a result writes outside
// of the delivery and its lease: the name's status, the list's counts, the progress, the log, the day's row. It
// has no step of its own before sending and no pace. "Tuned" fetches and completes jobs by the batch. As many jobs
// at once as ours has profiles, and the same number of connections. Adding the jobs, like importing the names, is
// not timed, nor is its first fetch or its last completion.
//
// A delivery of ours is a chain of short waits, the peer's jobs run side by side: where other programs fill the
// processors, the rows of one agent suffer most. Run it on a machine that has nothing else to do.
const DELIVERIES = Number(process.argv[2] ?? 2_000);
const ROUNDS = Number(process.argv[3] ?? 3);

interface Row extends Shape {
  name: string;
  /** Of DELIVERIES, so that slow rows do not take all the time, nor fast ones too little. */
  share: number;
}

const ROWS: Row[] = [
  { name: '1 agent, 1 profile, one by one', share: 0.25, agents: 1, campaigns: 1, profiles: 1 },
  { name: '1 agent, 10 profiles, 10 campaigns', share: 1, agents: 1, campaigns: 10, profiles: 1 },
  { name: '1 agent, 10 profiles, one campaign', share: 1, agents: 1, campaigns: 1, profiles: 10 },
  { name: '8 agents of 10 profiles', share: 2, agents: 8, campaigns: 1, profiles: 10 },
];

const { ours, peer, stop } = await startDatabases();
const app = await buildApp(ours.deps, { realtime: ours.realtime });
try {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const handlers = inProcess(ours, url);
  const http = overHttp(url);
  const contestants: Record<string, (row: Row) => Promise<Figures>> = {
    ours: (row) => measureOurs(row, handlers),
    'over HTTP': (row) => measureOurs(row, http),
    graphile: (row) => measureGraphile(row, false),
    tuned: (row) => measureGraphile(row, true),
  };
  const table: Record<string, Record<string, string>> = {};
  const processorTable: typeof table = {};
  for (const row of ROWS) {
    const rates: Record<string, number[]> = {};
    const processors: Record<string, number[]> = {};
    // The first round warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, measure] of Object.entries(contestants)) {
        const { rate, processor } = await measure(row);
        if (round === 0) continue;
        rates[name] = [...(rates[name] ?? []), rate];
        processors[name] = [...(processors[name] ?? []), processor];
      }
    }
    table[row.name] = summarize(rates);
    processorTable[row.name] = mediansOf(processors, (milliseconds) => milliseconds.toFixed(2));
  }
  await assertEngineInvariants(ours.pool);
  await assertPeerCounted();
  console.log(`Deliveries a second, medians of ${ROUNDS} rounds; every counter equals its rows`);
  console.table(table);
  console.log('Milliseconds of processor time for a delivery, of Node and PostgreSQL together (Linux)');
  console.table(processorTable);
} finally {
  await app.close();
  await stop();
}

/** Deliveries a second, and milliseconds of processor time for each. */
interface Figures {
  rate: number;
  processor: number;
}

async function measureOurs(row: Row, enrol: (sender: Sender) => Promise<AgentCalls>): Promise<Figures> {
  const senders = await prepareSenders(ours, row, namesOf(row));
  const agents = await Promise.all(senders.map(async (sender) => ({ sender, agent: await enrol(sender) })));
  return measure(row, ours, async () => {
    const start = performance.now();
    await Promise.all(agents.map(({ agent, sender }) => sendAll(agent, sender)));
    return performance.now() - start;
  });
}

async function measureGraphile(row: Row, isTuned: boolean): Promise<Figures> {
  const senders = await prepareSenders(peer, row, namesOf(row));
  return measure(row, peer, () => runGraphile(peer, { senders, isTuned }));
}

async function measure(row: Row, side: Side, run: () => Promise<number>): Promise<Figures> {
  let milliseconds = 0;
  const { node, postgres } = await timeProcessors(side, async () => {
    milliseconds = await run();
  });
  const deliveries = namesOf(row) * row.agents * row.campaigns;
  return { rate: (deliveries * 1000) / milliseconds, processor: (node + postgres) / deliveries };
}

/** Names of each campaign. */
function namesOf({ agents, campaigns, share }: Row): number {
  return Math.ceil((DELIVERIES * share) / (agents * campaigns));
}

function summarize(rates: Record<string, number[]>): Record<string, string> {
  const medians = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
  const ratio = (one: string, other: string) => ((medians[one] ?? 0) / (medians[other] ?? 1)).toFixed(2);
  const shown = Object.entries(medians).map(([name, rate]) => [
    name,
    Math.round(rate).toLocaleString('en-US'),
  ]);
  return {
    ...Object.fromEntries(shown),
    'ours / graphile': ratio('ours', 'graphile'),
    'ours / tuned': ratio('ours', 'tuned'),
  };
}

function mediansOf(
  figures: Record<string, number[]>,
  show: (value: number) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, show(median(values))]));
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

async function assertPeerCounted(): Promise<void> {
  const { rows } = await peer.pool.query(`
    select l.id from lists l
    join campaigns c on c.user_id = l.user_id and c.list_id = l.id
    join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
    where l.pending <> 0 or l.sent <> g.total_sent
      or l.sent <> (select count(*) from recipients r
        where r.user_id = l.user_id and r.list_id = l.id and r.status = 'sent')
      or l.sent <> (select count(*) from campaign_logs o
        where o.user_id = c.user_id and o.campaign_id = c.id and o.action = 'message_sent')
      or l.sent <> (select sum(sent) from daily_performance d where d.user_id = c.user_id and d.campaign_id = c.id)`);
  assert.deepEqual(rows, [], 'The jobs did not write what they count.');
}
