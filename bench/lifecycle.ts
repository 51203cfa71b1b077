import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { fillList } from './data/fill-list.ts';
import { reportFigures, showWaits, time } from './figures.ts';
import { type Taken, timeCall } from './processor-per-call.ts';
import { startBenchServer } from './server.ts';

// The time of an owner's press over HTTP on a huge list: the first start of a campaign on it, pause, resume, stop and
// delete; and at last deleting the list. `node bench/lifecycle.ts [names] [rounds]`. The steps of one campaign follow
// each other, and each is confirmed by a later answer of the server. The processor time of server and PostgreSQL is
// measured too, because the worst of hundreds of waits are otherwise those that met other work.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 250);
// A just started server runs its code uncompiled, and PostgreSQL plans a statement anew on its first five executions in
// a connection.
const WARM_UP_ROUNDS = Math.min(10, ROUNDS);
const AIM = 'p99 < 20 ms';
const STEPS = ['start', 'pause', 'resume', 'stop', 'delete'] as const;

type Step = (typeof STEPS)[number];

const REFUSED_WAIT_MS = 100;

let refused = 0;
const server = await startBenchServer();
const { call, database } = server;
try {
  const { user } = await call('GET /api/auth/profile');
  const list_id = await fillList(database, { user_id: user.id, name: 'Everybody', names: NAMES });
  const { template } = await call('POST /api/templates', {
    body: { name: 'Hello', content: 'Hello {username}' },
  });
  const { rows } = await database.query<{ id: string }>(
    `insert into profiles (user_id, profile_name, profile_path, created_at) values ($1, 'Anna', 'anna', now())
    returning id`,
    [user.id],
  );
  const make = { list_id, message_template_id: template.id, profiles_used: [Number(rows[0]?.id)] };
  const waits: Record<Step, Taken[]> = {
    start: [],
    pause: [],
    resume: [],
    stop: [],
    delete: [],
  };
  const firsts: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const taken = await live({ ...make, name: `Round ${round}` });
    for (const step of STEPS)
      if (round < 0) firsts.push(taken[step].ms);
      else waits[step].push(taken[step]);
  }
  const gone = await time(() => call('DELETE /api/lists/{id}', { params: { id: list_id } }));
  reportFigures({
    figures: [
      ...STEPS.map((step) => ({ what: step, ours: showSteps(waits[step].map(({ ms }) => ms)), aim: AIM })),
      ...STEPS.map((step) => ({
        what: `${step}: processor time`,
        ours: showSteps(waits[step].map(({ processorMs }) => processorMs)),
      })),
      { what: `any of the first ${WARM_UP_ROUNDS} rounds`, ours: showSteps(firsts) },
      { what: 'delete the list (once)', ours: `${gone.toFixed(1)} ms`, aim: AIM },
    ],
    notes: [
      `A list of ${NAMES.toLocaleString('en-US')} names, ${ROUNDS} campaigns one after the other; p50, p99, worst, over HTTP. ${refused} first starts were refused while names of the campaign before were being put back, and asked for again.`,
    ],
  });
} finally {
  await server.stop();
}

function showSteps(waits: number[]): string {
  return showWaits(waits, [0.5, 0.99, 1]);
}

/** While recipients of a deleted campaign return to pending, a first start is refused at once and repeated. */
async function timeFirstStart(start: () => Promise<unknown>): Promise<Taken> {
  for (;;) {
    let isStarted = false;
    const taken = await timeCall(server, async () => {
      isStarted = await start().then(
        () => true,
        (error) => {
          if (error.status !== 409 || refused >= Math.max(ROUNDS, 100)) throw error;
          return false;
        },
      );
    });
    if (isStarted) return taken;
    refused++;
    await wait(REFUSED_WAIT_MS);
  }
}

/** One campaign from its first start to its end, with the duration of each step. */
async function live(body: {
  name: string;
  list_id: number;
  message_template_id: number;
  profiles_used: number[];
}): Promise<Record<Step, Taken>> {
  const { campaign } = await call('POST /api/campaigns', { body });
  const params = { id: campaign.id };
  const status = async () => (await call('GET /api/campaigns/{id}', { params })).campaign.status;
  const start = () => call('POST /api/campaigns/{id}/start', { params });
  const first = await timeFirstStart(start);
  const pause = await timeCall(server, () =>
    call('PUT /api/campaigns/{id}/status', { params, body: { status: 'paused' } }),
  );
  assert.equal(await status(), 'paused');
  const resume = await timeCall(server, start);
  assert.equal(await status(), 'running');
  const stop = await timeCall(server, () => call('POST /api/campaigns/{id}/stop', { params }));
  assert.notEqual(await status(), 'running');
  const deleted = await timeCall(server, () => call('DELETE /api/campaigns/{id}', { params, body: {} }));
  const left = await call('GET /api/campaigns', { query: { search: body.name } });
  assert.equal(left.pagination.totalItems, 0);
  return { start: first, pause, resume, stop, delete: deleted };
}
