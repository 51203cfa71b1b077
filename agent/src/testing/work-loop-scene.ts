import { setImmediate as turn } from 'node:timers/promises';
import type { AgentRequest, Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import { WorkLoop } from '../connection/work-loop.ts';
import { manualClock } from './manual-clock.ts';

/** A work call of the loop without an answer yet. */
interface OpenCall {
  capacity: number;
  wait_seconds: number;
  profile_paths: string[];
  holding?: { deliveries: string[]; requests: number[] };
  mark?: number;
  merged?: number;
  grants?: object;
  answer(work: { deliveries?: Delivery[]; requests?: AgentRequest[] }): Promise<void>;
  /** Like a server that does or does not say when to ask again. */
  fail(status: number, retryAfter?: number): Promise<void>;
}

const SERVER = { id: 'a-server', epoch: 1, mark: 0 };

/** A loop that may drive these profiles; the test controls its calls, deliveries and requests. */
export function scene(paths: string[]) {
  const clock = manualClock();
  const stop = new AbortController();
  const open: OpenCall[] = [];
  const working = new Map<string, () => void>();
  const released: string[] = [];
  const asked: number[] = [];
  const told: number[] = [];
  const refusals: string[] = [];
  const lines: string[] = [];
  const requests = { isSlow: false };
  const journal = { full: false, unfinished: [] as string[] };
  const call = (async (_name: string, { body, signal }: { body: OpenCall; signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    signal.addEventListener('abort', () => reject(signal.reason));
    const end = async (how: () => void) => {
      open.splice(open.indexOf(one), 1);
      how();
      await turn();
    };
    const one: OpenCall = {
      ...body,
      answer: (work) => end(() => resolve({ deliveries: [], requests: [], server: SERVER, ...work })),
      fail: (status, retryAfter) =>
        end(() => reject(new ApiError({ status, body: { error: 'Away' }, retryAfter }))),
    };
    open.push(one);
    return promise;
  }) as unknown as Call;
  const loop = new WorkLoop({
    call,
    clock,
    log: (line) => lines.push(line),
    stop: stop.signal,
    checkJournal: async () => {
      if (journal.full) throw new Error('The disk is full.');
    },
    unfinished: () => journal.unfinished,
    known: () => ({
      mark: told.at(-1),
      grants: told.length > 0 ? { epoch: 1, profiles: [] } : undefined,
      merged: told.length > 0 ? 1 : undefined,
    }),
    async met({ mark }) {
      if (journal.full) throw new Error('The disk is full.');
      told.push(mark);
    },
    drivablePaths: () => paths,
    deliver: ({ profile }) => new Promise((done) => working.set(profile.profile_path, done)),
    releaseDelivery: async ({ profile }) => void released.push(profile.profile_path),
    runRequest: async ({ id }) => {
      asked.push(id);
      if (requests.isSlow) await new Promise(() => {});
    },
    onRefused: (error) => {
      refusals.push(error.message);
      stop.abort(error);
    },
  });
  const finish = async (path: string) => {
    working.get(path)?.();
    await turn();
  };
  /** Starts the loop, and answers the first call, which names what is held. */
  const start = async () => {
    loop.poll();
    await turn();
    await open[0]?.answer({});
  };
  const seen = { released, asked, told, refusals, lines };
  return { ...seen, clock, stop, open, loop, working, journal, requests, finish, start };
}

/** A delivery whose token is the path of its profile. */
export function deliveryFor(path: string): Delivery {
  const profile = { id: 1, profile_name: path, profile_path: path, insta_username: null };
  const names = { campaign_name: 'Spring', recipient: 'anna', message: 'Hi' };
  return {
    token: path,
    campaign_id: 1,
    recipient_id: 1,
    lease_seconds: 120,
    grant_number: 1,
    profile,
    ...names,
  };
}

/** The profiles that each of the calls asks for. */
export const pathsOf = (calls: OpenCall[]) => calls.map(({ profile_paths }) => profile_paths);
