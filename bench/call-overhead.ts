import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fillUsers } from './data/fill-users.ts';
import { type Figure, median, quantile, reportFigures, showNumber, showRatio } from './figures.ts';
import { timeCall } from './processor-per-call.ts';
import { startProgram } from './program.ts';
import { startBenchServer } from './server.ts';

// Calls a second of GET /api/campaigns by 100 users, beside a bare Fastify that runs the same statements on the same
// database, without tokens, row-level security, transactions and validation. In alternating rounds: `node
// bench/call-overhead.ts [seconds] [rounds]`. Both servers are processes of their own, and return the same campaigns.
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = Number(process.argv[3] ?? 5);
const USERS = 100;
const CAMPAIGNS_EACH = 20;
const AT_ONCE = 16;

interface Rate {
  calls: number;
  p99: number;
  /** Processor time of the server and PostgreSQL for one call. */
  processorMs: number;
}

const server = await startBenchServer();
const bare = await startProgram('call-overhead/bare-server.ts', { DATABASE_URL: server.databaseUrl });
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
try {
  const users = await fillUsers(server.database, USERS);
  await fillCampaigns(users.map(({ id }) => id));
  const ours = (index: number) => {
    const user = users[index % USERS];
    return ask(`${server.url}/api/campaigns?page=1&limit=10`, { authorization: `Bearer ${user?.token}` });
  };
  const peer = (index: number) => ask(`${bare.url}/campaigns?user_id=${users[index % USERS]?.id}`);
  for (const index of [0, 50, 99]) {
    const [one, other] = [JSON.parse(await ours(index)), JSON.parse(await peer(index))];
    assert.equal(one.campaigns.length, 10);
    assert.deepEqual(one.campaigns, other.campaigns);
  }
  const rates: Record<'ours' | 'peer', Rate[]> = { ours: [], peer: [] };
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, askOne, pid] of [
      ['ours', ours, server.pid],
      ['peer', peer, bare.pid],
    ] as const) {
      const rate = await measure({ pid, postgresPid: server.postgresPid }, askOne);
      if (round > 0) rates[side].push(rate);
    }
  }
  reportFigures({
    figures: [figureOf(rates), processorFigureOf(rates)],
    notes: [
      `${USERS} users with ${CAMPAIGNS_EACH} campaigns each, ${AT_ONCE} calls at once, ${ROUNDS} rounds of ${SECONDS} s. Who asks shares the processors with both.`,
    ],
  });
} finally {
  agent.destroy();
  await bare.stop();
  await server.stop();
}

function figureOf({ ours, peer }: Record<'ours' | 'peer', Rate[]>): Figure {
  const show = (rates: Rate[]) =>
    `${showNumber(median(rates.map(({ calls }) => calls)))} calls/s, p99 ${showNumber(median(rates.map(({ p99 }) => p99)))} ms`;
  return {
    what: 'GET /api/campaigns',
    ours: show(ours),
    peer: show(peer),
    ratio: showRatio(
      ours.map(({ calls }) => calls),
      peer.map(({ calls }) => calls),
    ),
  };
}

function processorFigureOf({ ours, peer }: Record<'ours' | 'peer', Rate[]>): Figure {
  const [our, their] = [
    ours.map(({ processorMs }) => processorMs),
    peer.map(({ processorMs }) => processorMs),
  ];
  return {
    what: 'processor ms each, server and PostgreSQL',
    ours: showNumber(median(our)),
    peer: showNumber(median(their)),
    ratio: showRatio(our, their),
  };
}

async function measure(
  processes: Parameters<typeof timeCall>[0],
  askOne: (index: number) => Promise<string>,
): Promise<Rate> {
  const waits: number[] = [];
  const { ms, processorMs } = await timeCall(processes, async () => {
    const end = performance.now() + SECONDS * 1000;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (let index = lane * 7; performance.now() < end; index++) {
          const asked = performance.now();
          await askOne(index);
          waits.push(performance.now() - asked);
        }
      }),
    );
  });
  await pause(200);
  return {
    calls: (waits.length * 1000) / ms,
    p99: quantile(waits, 0.99),
    processorMs: processorMs / waits.length,
  };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<string> {
  const [answer] = await once(get(url, { agent, headers }), 'response');
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${text}`);
  return text;
}

async function fillCampaigns(user_ids: number[]): Promise<void> {
  await server.database.query(
    `with made as (
      insert into campaigns (user_id, name, status, template_name, template_content, list_name, mark, created_at)
      select user_id, 'Campaign ' || n, case n % 3 when 0 then 'paused' else 'completed' end, 'Hello',
        'Hello {username}', 'Everybody', 1, now() - n * interval '1 hour'
      from unnest($1::bigint[]) user_id, generate_series(1, $2::int) n returning user_id, id)
    insert into campaign_progress (user_id, campaign_id, total_list, total_sent, total_failed)
    select user_id, id, 1000, 900, 20 from made`,
    [user_ids, CAMPAIGNS_EACH],
  );
  await server.database.query(
    `with made as (
      insert into profiles (user_id, profile_name, profile_path, created_at)
      select user_id, 'Profile ' || n, 'profile-' || n, now() from unnest($1::bigint[]) user_id, generate_series(1, 5) n
      returning user_id, id)
    insert into campaign_profiles select user_id, campaigns.id, made.id from made join campaigns using (user_id)`,
    [user_ids],
  );
  await server.database.query('vacuum analyze');
}
