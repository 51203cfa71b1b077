import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { startAgentsOverHttp } from './engine/agents-over-http.ts';
import { type Side, startDatabases } from './engine/databases.ts';
import { limitProcessor } from './engine/limit-processor.ts';
import { readProcesses, timeProcessors } from './engine/processor-time.ts';
import { prepareSenders } from './engine/senders.ts';
import { type ServerProcess, startServerProcess } from './engine/server-processes.ts';
import { type Figure, median, reportFigures, showNumber, showRatio, time } from './figures.ts';
import { SHARED_POSTGRES } from './postgres.ts';

// Deliveries a second through one, two and four server processes on one PostgreSQL, in turns: `node bench/servers.ts
// [deliveries] [rounds] [kinds]`. Sixteen agents of ten profiles each, all in one process of their own, are spread over the
// servers without a proxy.
//
// All of it shares one machine. If one server keeps its processors busy, a second one only takes its share; then the
// processor time of a delivery says more, because additional servers lose what it grows. So each is measured once more
// with servers that are limited to a part of one processor each, like small machines beside a larger database (Linux,
// as root).
const DELIVERIES = Number(process.argv[2] ?? 3_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const SERVERS = [1, 2, 4].slice(0, Number(process.argv[4] ?? 3));
const SHARE = 0.12;
const SMALL = ` with ${SHARE * 100} % of a processor each`;
const SHAPE = { agents: 16, campaigns: 1, profiles: 10 };
// Each server may open 41 connections.
const DATABASE = { settings: { max_connections: '250' } };

const { ours, url, stop } = await startDatabases(DATABASE);
const agents = startAgentsOverHttp();
const servers: ServerProcess[] = [];
const limits: ReturnType<typeof limitProcessor>[] = [];
try {
  while (servers.length < Math.max(...SERVERS)) servers.push(await startServerProcess(url));
  const unlimited = await measureAll();
  // A test leaves the machine's control groups alone.
  if (!SHARED_POSTGRES) for (const { pid } of servers) limits.push(limitProcessor(pid, SHARE));
  const limited =
    limits.length > 0 && limits.every((limit) => limit !== undefined) ? await measureAll() : undefined;
  await assertEngineInvariants(ours.pool);
  reportFigures({
    figures: [
      ...SERVERS.flatMap((count) => describe(count, unlimited, '')),
      ...(limited ? SERVERS.flatMap((count) => describe(count, limited, SMALL)) : []),
    ],
    notes: [`${DELIVERIES} deliveries by ${ROUNDS} rounds on ${navigator.hardwareConcurrency} processors.`],
  });
} finally {
  agents.stop();
  await Promise.all(servers.map((server) => server.stop()));
  for (const remove of limits) remove?.();
  await stop();
}

type Rounds = Map<number, Measured[]>;

async function measureAll(): Promise<Rounds> {
  const measured: Rounds = new Map(SERVERS.map((count) => [count, []]));
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const count of SERVERS) {
      const one = await measure(ours, servers.slice(0, count));
      if (round > 0) measured.get(count)?.push(one);
    }
  }
  return measured;
}

/** Deliveries a second, and milliseconds of processor time of servers and PostgreSQL for each. */
interface Measured {
  rate: number;
  processor: number;
}

async function measure(side: Side, used: ServerProcess[]): Promise<Measured> {
  const names = Math.ceil(DELIVERIES / SHAPE.agents);
  const senders = await prepareSenders(side, SHAPE, names);
  const urls = used.map(({ url }) => url);
  const run = await agents.prepare(senders, urls);
  const pids = used.map(({ pid }) => pid);
  const before = readProcesses(pids);
  let milliseconds = 0;
  const { postgres } = await timeProcessors(side, async () => {
    milliseconds = await time(run);
  });
  const deliveries = names * SHAPE.agents;
  return {
    rate: (deliveries * 1000) / milliseconds,
    processor: (readProcesses(pids) - before + postgres) / deliveries,
  };
}

function describe(count: number, measured: Rounds, kind: string): Figure[] {
  const of = (servers: number, what: keyof Measured) => (measured.get(servers) ?? []).map((one) => one[what]);
  const name = `${count === 1 ? '1 server' : `${count} servers`}${kind}`;
  return (['rate', 'processor'] as const).map((what) => ({
    what: `${name}: ${what === 'rate' ? 'deliveries a second' : 'processor ms each'}`,
    ours: showNumber(median(of(count, what))),
    ...(count > 1 && {
      peer: showNumber(median(of(1, what))),
      ratio: showRatio(of(count, what), of(1, what)),
    }),
  }));
}
