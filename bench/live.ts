import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { io, type Socket } from 'socket.io-client';
import { fillList } from './data/fill-list.ts';
import { fillAgents, fillUsers } from './data/fill-users.ts';
import { quantile, reportFigures, showRatio, showWaits } from './figures.ts';
import { startProgram } from './program.ts';
import { startBenchServer } from './server.ts';

// The time from an agent's result to the event in its user's browsers while 1,000 dashboards are open, beside a bare
// Socket.IO server with as many connections that only emits. In alternating rounds: `node bench/live.ts [dashboards]
// [results]`. Every event must reach every browser of that user and no other one.
const DASHBOARDS = Number(process.argv[2] ?? 1_000);
const RESULTS = Number(process.argv[3] ?? 100);
const ROUNDS = 3;
const OF_EACH_USER = 20;
const EVERY_MS = 20;
const OPEN_AT_ONCE = 50;
const HEARD_WITHIN_MS = 10_000;

interface Contestant {
  browsers: Socket[];
  /** The event that follows. */
  event: string;
  act(): Promise<unknown>;
  /** The number of events at other browsers. */
  heardElsewhere: number;
}

const server = await startBenchServer();
const bare = await startProgram('live/bare-server.ts');
const opened: Socket[] = [];
try {
  const users = await fillUsers(server.database, Math.ceil(DASHBOARDS / OF_EACH_USER));
  const [sender] = users;
  assert.ok(sender);
  const sides: Record<'ours' | 'peer', Contestant> = {
    ours: await prepare({
      url: server.url,
      auth: (user) => ({ token: users[user]?.token }),
      join: async (socket, user) => {
        const answer = await socket.timeout(HEARD_WITHIN_MS).emitWithAck('join_user_room', users[user]?.id);
        assert.equal(answer.ok, true);
      },
      event: 'campaign_log',
      act: await startSending(sender),
    }),
    peer: await prepare({
      url: bare.url,
      auth: (user) => ({ room: `user ${user}` }),
      join: async () => {},
      event: 'campaign_log',
      act: () => fetch(`${bare.url}/?room=user%200`).then((answer) => answer.text()),
    }),
  };
  const waits: Record<'ours' | 'peer', number[][]> = { ours: [], peer: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const side of ['ours', 'peer'] as const) {
      const heard = await measure(sides[side]);
      if (round > 0) waits[side].push(heard);
    }
  }
  for (const side of Object.values(sides)) assert.equal(side.heardElsewhere, 0, 'Somebody else heard it.');
  const p99 = (rounds: number[][]) => rounds.map((round) => quantile(round, 0.99));
  reportFigures({
    figures: [
      {
        what: 'from the call to the event',
        ours: showWaits(waits.ours.flat(), [0.5, 0.99, 1]),
        peer: showWaits(waits.peer.flat(), [0.5, 0.99, 1]),
        ratio: `${showRatio(p99(waits.ours), p99(waits.peer))} of p99`,
        aim: 'p99 < 50 ms',
      },
    ],
    notes: [
      `${DASHBOARDS.toLocaleString('en-US')} connections, ${OF_EACH_USER} of each user, all in one process beside who calls; ${ROUNDS} rounds of ${RESULTS} calls, one every ${EVERY_MS} ms; p50, p99, worst.`,
      'Ours begins with the agent’s call of a result, which is committed durably before the event leaves. Every event came to every browser of its user, and to nobody else’s.',
    ],
  });
} finally {
  for (const socket of opened) socket.disconnect();
  await bare.stop();
  await server.stop();
}

async function prepare(options: {
  url: string;
  auth: (user: number) => Record<string, unknown>;
  join: (socket: Socket, user: number) => Promise<void>;
  event: string;
  act: () => Promise<unknown>;
}): Promise<Contestant> {
  const { url, auth, join, event, act } = options;
  const sockets: Socket[] = [];
  for (let start = 0; start < DASHBOARDS; start += OPEN_AT_ONCE) {
    const few = Array.from({ length: Math.min(OPEN_AT_ONCE, DASHBOARDS - start) }, async (_, index) => {
      const user = Math.floor((start + index) / OF_EACH_USER);
      const socket = await open(url, auth(user));
      await join(socket, user);
      return socket;
    });
    sockets.push(...(await Promise.all(few)));
  }
  const side: Contestant = { browsers: sockets.slice(0, OF_EACH_USER), event, act, heardElsewhere: 0 };
  for (const socket of sockets.slice(OF_EACH_USER)) socket.on(event, () => side.heardElsewhere++);
  return side;
}

function open(url: string, auth: Record<string, unknown>): Promise<Socket> {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
  opened.push(socket);
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('connect_error', reject);
  });
}

/** The times from each call to its event at each browser. */
async function measure({ browsers, event, act }: Contestant): Promise<number[]> {
  const waits: number[] = [];
  for (let result = 0; result < RESULTS; result++) {
    const heard = browsers.map((socket) => hear(socket, event));
    const start = performance.now();
    await act();
    for (const at of await Promise.all(heard)) waits.push(at - start);
    await pause(EVERY_MS);
  }
  return waits;
}

/** The time of the next event; an error if none comes. */
function hear(socket: Socket, event: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('A browser heard nothing.')), HEARD_WITHIN_MS);
    socket.once(event, () => {
      clearTimeout(limit);
      resolve(performance.now());
    });
  });
}

/** Returns a function that reports the next result; claim and begin come before, and are not timed. */
async function startSending({ id, token }: { id: number; token: string }): Promise<() => Promise<unknown>> {
  const call = createClient({ baseUrl: server.url, token: () => token });
  const { database } = server;
  const names = RESULTS * (ROUNDS + 1) + 1;
  const list_id = await fillList(database, { user_id: id, name: 'Everybody', names: names * 2 });
  await database.query(
    `insert into profiles (user_id, profile_name, profile_path, created_at) values ($1, 'Anna', 'anna', now())`,
    [id],
  );
  const { profiles } = await call('GET /api/profiles');
  const { template } = await call('POST /api/templates', {
    body: { name: 'Hello', content: 'Hello {username}' },
  });
  const { campaign } = await call('POST /api/campaigns', {
    body: {
      name: 'Spring',
      list_id,
      message_template_id: template.id,
      profiles_used: profiles.map((one) => one.id),
    },
  });
  await call('POST /api/campaigns/{id}/start', { params: { id: campaign.id } });
  const [agent] = await fillAgents(database, { users: [{ id, token }], each: 1 });
  const work = createClient({ baseUrl: server.url, token: () => agent?.token });
  let next = await claim();
  return async () => {
    const { token: delivery, campaign_id, recipient_id } = next;
    await work('POST /api/agent/deliveries/{token}/result', {
      params: { token: delivery },
      body: { campaign_id, recipient_id, outcome: 'sent' },
    });
    next = await claim();
  };

  async function claim() {
    const body = { capacity: 1, wait_seconds: 5, profile_paths: ['anna'] };
    const { deliveries } = await work('POST /api/agent/work', { body });
    const [delivery] = deliveries;
    assert.ok(delivery, 'Nothing is due.');
    await work('POST /api/agent/deliveries/{token}/begin', { params: { token: delivery.token }, body: {} });
    return delivery;
  }
}
