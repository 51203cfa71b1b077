import { type Clock, settlesWithin } from './clock.ts';
import { deliver } from './delivery.ts';
import type { SiteDriver } from './drivers/driver.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import type { Journal } from './journal.ts';
import type { Machine, MachineReport } from './machine.ts';
import { replayJournal } from './replay.ts';
import { createMachineReporter } from './report-machine.ts';
import { handBack } from './report-result.ts';
import { requestHandlers } from './request-handlers.ts';
import { createRequestDesk } from './requests.ts';
import type { RunOptions } from './run-agent.ts';
import type { ServerClient } from './server-client.ts';
import { WorkLoop } from './work-loop.ts';

export interface SessionOptions extends RunOptions {
  client: ServerClient;
  journal: Journal;
  keeper: ProfileKeeper;
  machine: Machine;
  driver: SiteDriver | undefined;
  report: () => MachineReport;
  /** Takes who is told when the agent opened or closed a browser. */
  listen: (onChange: () => void) => void;
}

// What is past begin has this long to finish; then it is journalled as unclear, and the browsers are closed.
const FINISH_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 10_000;
const LAST_WORD_LIMIT_MS = 2_000;
const LOOK_AGAIN_MS = 60_000;
const COMPACT_MS = 86_400_000;

/** Settles what an earlier run left, then works until it is to stop or the token is revoked; closes the browsers. */
export async function workUntilStopped(options: SessionOptions): Promise<void> {
  const { client, clock, keeper, machine } = options;
  const { call } = client;
  const stop = AbortSignal.any([options.stop, client.revoked]);
  const end = new AbortController();
  const endSoon = () =>
    clock.sleep(FINISH_LIMIT_MS).then(() => end.abort(new Error('The agent ended before an answer came.')));
  stop.addEventListener('abort', endSoon, { once: true });
  await replayJournal({ ...options, call, end: stop });
  await work({ ...options, stop, end: end.signal });
  // The others too: one may just be starting.
  const paths = new Set([...keeper.openPaths(), ...machine.profiles().map(({ path }) => path)]);
  const closed = Promise.allSettled([...paths].map((path) => keeper.close(path)));
  await settlesWithin(clock, CLOSE_LIMIT_MS, closed);
  if (client.revoked.aborted) return;
  const lastWord = call('PUT /api/agent/machine', { body: options.report() });
  await settlesWithin(clock, LAST_WORD_LIMIT_MS, lastWord);
}

async function work(options: SessionOptions & { end: AbortSignal }): Promise<void> {
  const { client, clock, keeper, machine, journal, driver, stop, end, say, listen, config } = options;
  const { call } = client;
  const reporter = createMachineReporter({ ...options, call });
  const drivablePaths = () =>
    machine
      .profiles()
      .map(({ path }) => path)
      .filter((path) => keeper.state(path) !== 'human_open');
  const onChange = () => {
    reporter.changed();
    loop.look();
  };
  const handlers = requestHandlers({ ...options, call, env: config.env, onProfilesChanged: onChange });
  const loop = new WorkLoop({
    call,
    clock,
    say,
    stop,
    drivablePaths: driver ? drivablePaths : () => [],
    deliver: (delivery) => {
      if (!driver) return handBack({ ...options, call }, delivery.token);
      return deliver({ ...options, call, driver }, delivery);
    },
    handBack: (delivery) => handBack({ call, clock, say, end }, delivery.token),
    answer: createRequestDesk({ call, clock, say, stop, handlers }),
  });
  listen(onChange);
  loop.look();
  await Promise.all([
    loop.finished(),
    every({ clock, milliseconds: COMPACT_MS, stop }, () =>
      journal.compact().catch((error: Error) => say(`The journal was not shortened: ${error.message}`)),
    ),
    every({ clock, milliseconds: LOOK_AGAIN_MS, stop }, async () => {
      if (await machine.look()) onChange();
    }),
  ]);
}

async function every(
  { clock, milliseconds, stop }: { clock: Clock; milliseconds: number; stop: AbortSignal },
  job: () => Promise<unknown>,
): Promise<void> {
  while (!stop.aborted) {
    await clock.sleep(milliseconds, stop).catch(() => {});
    if (!stop.aborted) await job();
  }
}
