import assert from 'node:assert/strict';
import { buildApp } from '@pigeonpost/server/app';
import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { agentsInProcess } from './engine/agents-in-process.ts';
import { startAgentsOverHttp } from './engine/agents-over-http.ts';
import { type Side, startDatabases } from './engine/databases.ts';
import { runGraphile } from './engine/graphile.ts';
import { timeProcessors } from './engine/processor-time.ts';
import { REPLY_OF } from './engine/replies.ts';
import { prepareSenders, type Sender, type Shape } from './engine/senders.ts';
import { type Figure, median, reportFigures, showNumber, showRatio, time } from './figures.ts';

// Deliveries a second through the campaign engine, beside graphile-worker's jobs on the same PostgreSQL in the same
// run, in alternating rounds: `node bench/engine.ts [deliveries] [rounds] [kinds]`.
//
// Ours: scripted agents call the handlers of work, begin and result as the server mounts them, at a pace of 0; over
// HTTP they do so from their own process, whose processor time is not counted, though it uses the same machine. A
// delivery is three steps: a claim, begin, a result. All commits wait for the disk except the claims', because a lost
// claim sent nothing. So two waits for the disk are the minimum of a single delivery.
//
// graphile-worker: a delivery is one job. Its task writes, in one named statement, what a result writes outside of the
// delivery and its lease: the recipient's status, the list's counts, the progress, the log, the day's row. It has no
// step before sending and no pace. "Tuned" fetches and completes jobs in batches. The number of jobs at once is our
// number of profiles, and the number of connections is the same. Adding the jobs, like importing the names, is not
// timed, nor is its first fetch or its last completion.
//
// "With …": the same campaigns in the same rounds, with something that holds nobody back: a text that is filled from three
// fields of each person; hours and caps of account and campaign; an agent that reads replies, and who replied within 30
// days left out, with a reading at the end, in which one of twenty replied; a source, required and stated of each person; a
// stop link in the text; as many other people on a list that is left out.
//
// The measure is about long-running processes: one by one comes last, when V8 has compiled both sides' code. In its
// first thousand deliveries one by one Node takes four times as long for each.
//
// Our delivery is a chain of short waits, the peer's jobs run in parallel: if other programs fill the processors, the
// rows of one agent suffer most. Run it on an idle machine.
const DELIVERIES = Number(process.argv[2] ?? 2_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const KINDS = Number(process.argv[4] ?? 4);

interface Row extends Shape {
  name: string;
  /** The part of DELIVERIES for this row, so that slow rows do not take all the time, nor fast ones too little. */
  share: number;
  /** The aimed multiple of the peer's rate, and which peer. */
  aim?: string;
  beside: 'graphile' | 'tuned';
}

const ROWS: Row[] = [
  {
    name: '1 agent, 10 profiles, 10 campaigns',
    share: 1,
    agents: 1,
    campaigns: 10,
    profiles: 1,
    beside: 'tuned',
  },
  {
    name: '1 agent, 10 profiles, one campaign',
    share: 1,
    agents: 1,
    campaigns: 1,
    profiles: 10,
    beside: 'tuned',
    aim: '1.5',
  },
  {
    name: '8 agents of 10 profiles',
    share: 2,
    agents: 8,
    campaigns: 1,
    profiles: 10,
    beside: 'tuned',
    aim: '4',
  },
  {
    name: '1 agent, 1 profile, one by one',
    share: 0.25,
    agents: 1,
    campaigns: 1,
    profiles: 1,
    beside: 'graphile',
    aim: '0.5',
  },
];

/** What else the same campaigns have, by its words. */
const EXTRAS: Record<string, Partial<Shape>> = {
  'three blanks': { hasBlanks: true },
  'hours and caps': { isLimited: true },
  replies: { isHeard: true },
  sources: { hasSources: true },
  'stop links': { hasStopLinks: true },
  'a list left out': { hasLeftOut: true },
  'replies, sources and a list left out': { isHeard: true, hasSources: true, hasLeftOut: true },
};

const { ours, openPeer, stop } = await startDatabases();
const peer = await openPeer();
const app = await buildApp(ours.deps, { realtime: ours.realtime });
const httpAgents = startAgentsOverHttp();
try {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const handlers = agentsInProcess(ours, url);
  const inProcess = (row: Row) => measureOurs(row, (senders) => handlers.prepare(senders));
  const contestants: Record<string, (row: Row) => Promise<Measured>> = {
    ours: inProcess,
    ...Object.fromEntries(
      Object.entries(EXTRAS).map(([words, extra]) => [words, (row: Row) => inProcess({ ...row, ...extra })]),
    ),
    http: (row: Row) => measureOurs(row, (senders) => httpAgents.prepare(senders, [url])),
    graphile: (row: Row) => measureGraphile(row, false),
    tuned: (row: Row) => measureGraphile(row, true),
  };
  const figures: Figure[] = [];
  for (const row of ROWS.slice(0, KINDS)) {
    // As autovacuum does every minute: otherwise the index for the next job is full of done ones.
    for (const side of [ours, peer]) await side.pool.query('vacuum');
    const measured = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as Measured[]]));
    // The first round warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, measure] of Object.entries(contestants)) {
        const one = await measure(row);
        if (round > 0) measured[name]?.push(one);
      }
    }
    figures.push(...describe(row, measured));
  }
  await assertEngineInvariants(ours.pool);
  await assertPeerCounted();
  await assertRepliesCounted();
  reportFigures({
    figures,
    notes: [
      `${DELIVERIES} deliveries by ${ROUNDS} rounds; medians, and the ratios' range. Every counter equals its rows.`,
    ],
  });
} finally {
  httpAgents.stop();
  await app.close();
  await stop();
}

/** Deliveries a second, and milliseconds of processor time of server and PostgreSQL for each. */
interface Measured {
  rate: number;
  processor: number;
}

type Prepare = (senders: Sender[]) => Promise<() => Promise<unknown>>;

async function measureOurs(row: Row, prepareAgents: Prepare): Promise<Measured> {
  const run = await prepareAgents(await prepareSenders(ours, row, namesOf(row)));
  return measure(row, ours, () => time(run));
}

async function measureGraphile(row: Row, isTuned: boolean): Promise<Measured> {
  const senders = await prepareSenders(peer, row, namesOf(row));
  return measure(row, peer, () => runGraphile(peer, { senders, isTuned }));
}

async function measure(row: Row, side: Side, run: () => Promise<number>): Promise<Measured> {
  let milliseconds = 0;
  const { node, postgres } = await timeProcessors(side, async () => {
    milliseconds = await run();
  });
  const deliveries = namesOf(row) * row.agents * row.campaigns;
  return { rate: (deliveries * 1000) / milliseconds, processor: (node + postgres) / deliveries };
}

/** The names of each campaign. */
function namesOf({ agents, campaigns, share }: Row): number {
  return Math.ceil((DELIVERIES * share) / (agents * campaigns));
}

function describe({ name, beside, aim }: Row, measured: Record<string, Measured[]>): Figure[] {
  const of = (who: string, what: keyof Measured) => (measured[who] ?? []).map((one) => one[what]);
  const compare = (what: keyof Measured, one: string, other: string) => ({
    ours: showNumber(median(of(one, what))),
    peer: `${other === 'ours' ? 'in process' : other} ${showNumber(median(of(other, what)))}`,
    ratio: showRatio(of(one, what), of(other, what)),
  });
  return [
    { what: `${name}: a second`, ...compare('rate', 'ours', beside), ...(aim && { aim }) },
    ...Object.keys(EXTRAS).flatMap((words) => [
      { what: `${name}: a second with ${words}`, ...compare('rate', words, 'ours'), aim: '0.85' },
      { what: `${name}: processor ms each with ${words}`, ...compare('processor', words, 'ours') },
    ]),
    { what: `${name}: a second over HTTP`, ...compare('rate', 'http', 'ours'), aim: '0.6' },
    { what: `${name}: processor ms each`, ...compare('processor', 'ours', beside) },
    { what: `${name}: processor ms each over HTTP`, ...compare('processor', 'http', 'graphile'), aim: '1' },
  ];
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

async function assertRepliesCounted(): Promise<void> {
  const { rows } = await ours.pool.query(
    `select g.user_id, sum(g.total_sent)::int as sent, sum(g.total_replied)::int as recorded
    from campaign_progress g join settings s on s.user_id = g.user_id and s.hears_replies
    group by g.user_id having sum(g.total_replied) <> ceil(sum(g.total_sent) / $1::numeric)`,
    [REPLY_OF],
  );
  assert.deepEqual(rows, [], 'Not all replies were recorded.');
}
