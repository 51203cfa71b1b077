import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type FilledAgent, fillAgents, fillUsers } from './data/fill-users.ts';
import { quantile, reportFigures, showNumber } from './figures.ts';
import { listProcesses, memoryOf, processorTimeOf, treeOf } from './memory/processes.ts';
import { startBenchServer } from './server.ts';

// The cost of agents that wait for work: processor time of the server and of PostgreSQL, and memory, while this many of
// them hold a long poll each, like an agent without work: 50 seconds, then the next. `node bench/polls.ts [agents]
// [seconds] [begin] [warm-up]` (Linux). Every poll must be answered, with nothing, after its time.
const AGENTS = Number(process.argv[2] ?? 10_000);
const SECONDS = Number(process.argv[3] ?? 50);
const OF_EACH_USER = 10;
const WAIT_SECONDS = 50;
// Until all have begun, and then until the server has answered and accepted thousands of polls.
const BEGIN_SECONDS = Number(process.argv[4] ?? 15);
const WARM_UP_SECONDS = Number(process.argv[5] ?? 20);

const server = await startBenchServer();
const connections = new Agent({ keepAlive: true, maxSockets: AGENTS });
const lates: number[] = [];
let isOver = false;
let broken = 0;
try {
  const users = await fillUsers(server.database, Math.ceil(AGENTS / OF_EACH_USER));
  const agents = (await fillAgents(server.database, { users, each: OF_EACH_USER })).slice(0, AGENTS);
  const before = await readServer();
  // The first polls end spread over a whole poll's time, like those of agents that were started at any time.
  const polls = agents.map((agent, index) => keepPolling(agent, index / AGENTS));
  await pause((BEGIN_SECONDS + WARM_UP_SECONDS) * 1000);
  const started = { ...(await readServer()), at: performance.now() };
  const failing = Promise.all(polls);
  await Promise.race([pause(SECONDS * 1000), failing]);
  const ended = await readServer();
  const seconds = (performance.now() - started.at) / 1000;
  isOver = true;
  const share = (one: number, other: number) => `${showNumber((one - other) / (seconds * 10))} % of a core`;
  reportFigures({
    figures: [
      { what: 'processor, server', ours: share(ended.server, started.server), aim: '< 15 % with PostgreSQL' },
      { what: 'processor, PostgreSQL', ours: share(ended.postgres, started.postgres) },
      { what: 'memory of the server', ours: `${ended.memory} MB (${before.memory} before)`, aim: '< 500 MB' },
      { what: 'memory of PostgreSQL', ours: `${ended.postgresMemory} MB` },
    ],
    notes: [
      `${AGENTS.toLocaleString('en-US')} agents of ${users.length} users, polls of ${WAIT_SECONDS} s, ${(AGENTS / WAIT_SECONDS).toFixed(0)} a second; ${SECONDS} s. ${lates.length} polls were answered with nothing, p99 ${quantile(lates, 0.99).toFixed(0)} ms after their time; ${broken} connections broke and were opened again.`,
    ],
  });
} finally {
  connections.destroy();
  await server.stop();
}

async function keepPolling({ token }: FilledAgent, place: number): Promise<void> {
  await pause(place * BEGIN_SECONDS * 1000);
  let wait_seconds = BEGIN_SECONDS + place * (WAIT_SECONDS - BEGIN_SECONDS);
  while (!isOver) {
    const start = performance.now();
    let answer: string;
    try {
      answer = await ask(token, wait_seconds);
    } catch (error) {
      if (isOver) return;
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      // The server was closing an idle connection. A real agent asks again too.
      broken++;
      continue;
    }
    if (answer !== 'nothing') throw new Error(`A poll was answered: ${answer}`);
    lates.push(performance.now() - start - wait_seconds * 1000);
    wait_seconds = WAIT_SECONDS;
  }
}

async function ask(token: string, wait_seconds: number): Promise<string> {
  const body = JSON.stringify({ capacity: 1, wait_seconds, profile_paths: ['anna'] });
  const asked = request(`${server.url}/api/agent/work`, {
    method: 'POST',
    agent: connections,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  asked.end(body);
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  if (answer.statusCode !== 200) return `${answer.statusCode} ${text}`;
  const { deliveries, requests } = JSON.parse(text);
  return deliveries.length + requests.length === 0 ? 'nothing' : text;
}

async function readServer() {
  const all = await listProcesses();
  const own = all.filter(({ pid }) => pid === server.pid);
  const postgres = all.filter(({ pid }) => pid === server.postgresPid).flatMap((one) => treeOf(one, all));
  return {
    server: await processorTimeOf(own),
    postgres: await processorTimeOf(postgres),
    memory: await memoryOf(own),
    postgresMemory: await memoryOf(postgres),
  };
}
