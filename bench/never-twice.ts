import { buildApp } from '@pigeonpost/server/app';
import { assertEngineInvariants } from '@pigeonpost/server/testing/engine-invariants';
import { agentsInProcess } from './engine/agents-in-process.ts';
import { startDatabases } from './engine/databases.ts';
import { timeProcessors } from './engine/processor-time.ts';
import { prepareSenders, type Sender, type Shape } from './engine/senders.ts';
import { type Figure, median, reportFigures, showNumber, showRatio, time } from './figures.ts';

// The cost of 'Never write to the same person twice': deliveries of users with the setting (30 days) beside those of
// users without it, in alternating rounds: `node bench/never-twice.ts [deliveries] [rounds] [ledger]`. Every user of
// either side has a ledger of this many people messaged within those days, none of them in the list. With the setting,
// the claim looks each name up in it, and begin does so again.
const DELIVERIES = Number(process.argv[2] ?? 1_000);
const ROUNDS = Number(process.argv[3] ?? 4);
const LEDGER = Number(process.argv[4] ?? 100_000);
const DAYS = 30;

const ROWS: (Shape & { name: string; share: number })[] = [
  { name: '1 agent, 1 profile, one by one', share: 0.2, agents: 1, campaigns: 1, profiles: 1 },
  { name: '1 agent, 10 profiles, one campaign', share: 1, agents: 1, campaigns: 1, profiles: 10 },
];

const { ours, stop } = await startDatabases();
const { pool, deps } = ours;
/** The durations of a round's claims, in seconds. */
const claims: number[] = [];
Object.assign(deps.metrics, {
  stepTaken(step: string, seconds: number) {
    if (step === 'claim') claims.push(seconds);
  },
});
const app = await buildApp(deps, { realtime: ours.realtime });
const handlers = agentsInProcess(ours, await app.listen({ host: '127.0.0.1', port: 0 }));
try {
  const figures: Figure[] = [];
  for (const row of ROWS) {
    const on: Measured[] = [];
    const off: Measured[] = [];
    // The first round warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const side of round % 2 === 0 ? [on, off] : [off, on]) {
        const one = await measure(row, side === on);
        if (round > 0) side.push(one);
      }
    }
    figures.push(...describe(row.name, on, off));
  }
  await assertEngineInvariants(pool);
  reportFigures({
    figures,
    notes: [
      `${DELIVERIES} deliveries by ${ROUNDS} rounds, ${LEDGER.toLocaleString('en-US')} people in each user's ledger. Every counter equals its rows.`,
    ],
  });
} finally {
  await app.close();
  await stop();
}

/** Deliveries a second, milliseconds of a claim, and processor time of server and PostgreSQL in ms for a delivery. */
interface Measured {
  rate: number;
  claim: number;
  processor: number;
}

async function measure(row: (typeof ROWS)[number], isOn: boolean): Promise<Measured> {
  const deliveries = Math.ceil(DELIVERIES * row.share);
  const senders = await prepareSenders(ours, row, deliveries);
  for (const sender of senders) await fillLedger(sender, isOn);
  await pool.query('analyze message_ledger');
  const run = await handlers.prepare(senders);
  claims.length = 0;
  let milliseconds = 0;
  const { node, postgres } = await timeProcessors(ours, async () => {
    milliseconds = await time(run);
  });
  return {
    rate: (deliveries * 1000) / milliseconds,
    claim: median(claims) * 1000,
    processor: (node + postgres) / deliveries,
  };
}

async function fillLedger({ user }: Sender, isOn: boolean): Promise<void> {
  await pool.query('update settings set never_twice_days = $2 where user_id = $1', [
    user.id,
    isOn ? DAYS : null,
  ]);
  // Between the names of the list, in the order of the index.
  await pool.query(
    `insert into message_ledger (user_id, recipient, last_messaged_at)
    select $1, 'person.' || line || '.before', $3::timestamptz - make_interval(secs => line)
    from generate_series(1, $2::int) line`,
    [user.id, LEDGER, deps.clock.now()],
  );
}

function describe(name: string, on: Measured[], off: Measured[]): Figure[] {
  const compare = (what: keyof Measured) => ({
    ours: showNumber(median(on.map((one) => one[what]))),
    peer: `off ${showNumber(median(off.map((one) => one[what])))}`,
    ratio: showRatio(
      on.map((one) => one[what]),
      off.map((one) => one[what]),
    ),
  });
  return [
    { what: `${name}: a second`, ...compare('rate') },
    { what: `${name}: ms of a claim`, ...compare('claim') },
    { what: `${name}: processor ms each`, ...compare('processor') },
  ];
}
