import { type Clock, settlesWithin } from './clock.ts';
import { isReserved, type Machine, type MachineReport } from './connection/machine.ts';
import { createMachineReporter } from './connection/report-machine.ts';
import type { ServerClient } from './connection/server-client.ts';
import { WorkLoop } from './connection/work-loop.ts';
import type { AgentSite } from './drivers/agent-site.ts';
import { createSiteChanges } from './drivers/change-site.ts';
import type { ProfileManager } from './firefox/profile-manager.ts';
import type { Log } from './log.ts';
import { requestHandlers } from './requests/request-handlers.ts';
import { createRequestRunner } from './requests/request-runner.ts';
import { deliver } from './sending/delivery.ts';
import { createMerging } from './sending/merge.ts';
import { replayJournal } from './sending/replay.ts';
import { releaseDelivery } from './sending/report-result.ts';
import type { AgentDirectory } from './storage/agent-directory.ts';
import type { Journal } from './storage/journal.ts';
import type { JournalOwner } from './storage/journal-lines.ts';

interface SessionOptions {
  env: NodeJS.ProcessEnv;
  directory: AgentDirectory;
  clock: Clock;
  log: Log;
  /** Aborted when the agent is to end: it finishes deliveries past begin and releases the rest. */
  stop: AbortSignal;
  client: ServerClient;
  /** The user that this agent works for. */
  owner: JournalOwner;
  journal: Journal;
  manager: ProfileManager;
  machine: Machine;
  site: AgentSite;
  report: () => MachineReport;
  /** Sets the callback for opened and closed browsers. */
  listen: (onChange: () => void) => void;
}

// Deliveries past begin have this long to finish. Then the browsers are closed, and the next start reports them.
const FINISH_LIMIT_MS = 10_000;
const CLOSE_LIMIT_MS = 10_000;
const FINAL_REPORT_LIMIT_MS = 2_000;
const REFRESH_EVERY_MS = 60_000;
const COMPACT_EVERY_MS = 86_400_000;

/**
 * Reports what an earlier run left, then works until it is to stop or the token is revoked; closes the browsers. Throws
 * if the server refuses a work call.
 */
export async function workUntilStopped(options: SessionOptions): Promise<void> {
  const { client, clock, manager, machine } = options;
  const { call } = client;
  const refused = new AbortController();
  const stop = AbortSignal.any([options.stop, client.revoked, refused.signal]);
  const end = new AbortController();
  const endLater = () =>
    clock.sleep(FINISH_LIMIT_MS).then(() => end.abort(new Error('The agent ended before an answer came.')));
  stop.addEventListener('abort', endLater, { once: true });
  await replayJournal({ ...options, driver: options.site.driver(), call, end: stop });
  await work({ ...options, stop, end: end.signal, onRefused: (error) => refused.abort(error) });
  // All profiles, not only the open ones: a browser may just be starting.
  const paths = new Set([...manager.openPaths(), ...machine.profiles().map(({ path }) => path)]);
  const closed = Promise.allSettled([...paths].map((path) => manager.close(path)));
  await settlesWithin(clock, CLOSE_LIMIT_MS, closed);
  if (client.revoked.aborted) return;
  const finalReport = call('PUT /api/agent/machine', { body: options.report() });
  await settlesWithin(clock, FINAL_REPORT_LIMIT_MS, finalReport);
  refused.signal.throwIfAborted();
}

interface Work extends SessionOptions {
  end: AbortSignal;
  onRefused: (error: Error) => void;
}

async function work(options: Work): Promise<void> {
  const { client, clock, manager, machine, journal, site, stop, end, log, listen, onRefused } = options;
  const { call } = client;
  const reporter = createMachineReporter({ ...options, call });
  const drivablePaths = () =>
    machine
      .profiles()
      .filter((profile) => !isReserved(profile))
      .map(({ path }) => path)
      .filter((path) => manager.state(path) !== 'human_open' && !kept.has(path));
  const kept = keptProfiles(() => loop.poll());
  let windows: string[] = [];
  const onChange = () => {
    windows = tellWindows(options, windows);
    reporter.changed();
    loop.poll();
  };
  const changes = createSiteChanges(options);
  const changeSite: typeof changes.change = async (choice) => {
    await changes.change(choice);
    onChange();
  };
  const handlers = requestHandlers({
    ...options,
    call,
    changeSite,
    keepFree: kept.keepFree,
    onProfilesChanged: onChange,
  });
  const merging = createMerging({ ...options, call });
  const loop = new WorkLoop({
    call,
    clock,
    log,
    stop,
    known: () => ({
      mark: journal.mark(options.owner),
      grants: journal.grants(options.owner),
      merged: merging.merged(),
    }),
    met: async (server) => {
      merging.met(server);
      await journal.told(options.owner, server);
    },
    checkJournal: () => journal.requireRoom(),
    unfinished: () => journal.unfinished(options.owner).map(({ token }) => token),
    drivablePaths: () => (changes.driver() ? drivablePaths() : []),
    deliver: (delivery, origin) => {
      const driver = changes.driver();
      if (!driver) return releaseDelivery({ ...options, call }, delivery.token);
      return changes.inHand(deliver({ ...options, call, driver }, delivery, origin));
    },
    releaseDelivery: (delivery) => releaseDelivery({ call, clock, log, end }, delivery.token),
    runRequest: createRequestRunner({ call, clock, log, stop, handlers }),
    onRefused,
  });
  listen(onChange);
  // Windows that an earlier agent left open.
  windows = tellWindows(options, windows);
  loop.poll();
  await Promise.all([
    loop.finished().then(() => merging.finished()),
    repeat({ clock, milliseconds: COMPACT_EVERY_MS, stop }, () =>
      journal
        .compact()
        .catch((error: Error) =>
          log(`The journal was not shortened; that is tried again tomorrow: ${error.message}`, error),
        ),
    ),
    repeat({ clock, milliseconds: REFRESH_EVERY_MS, stop }, async () => {
      const isNews = await machine.refresh();
      // The file that it lacks may be there now.
      if ((await site.retry()) || isNews) onChange();
    }),
  ]);
}

/** The profiles that are kept free of deliveries while a request looks into them. */
function keptProfiles(onFree: () => void) {
  // A path for each job: two requests may look into one profile.
  const paths: string[] = [];
  return {
    has: (path: string) => paths.includes(path),
    async keepFree<T>(path: string, job: () => Promise<T>): Promise<T> {
      paths.push(path);
      try {
        return await job();
      } finally {
        paths.splice(paths.indexOf(path), 1);
        onFree();
      }
    },
  };
}

/** Logs which windows were opened and closed since: nothing is sent from a profile that a person has open. */
function tellWindows({ manager, machine, log }: SessionOptions, before: string[]): string[] {
  const windows = manager.windowPaths();
  const nameOf = (path: string) => machine.profiles().find((profile) => profile.path === path)?.name ?? path;
  for (const path of windows.filter((one) => !before.includes(one)))
    log(`${nameOf(path)} is open in Firefox: nothing is sent from it until that window is closed.`);
  for (const path of before.filter((one) => !windows.includes(one)))
    log(`${nameOf(path)} is closed: it can send again.`);
  return windows;
}

async function repeat(
  { clock, milliseconds, stop }: { clock: Clock; milliseconds: number; stop: AbortSignal },
  job: () => Promise<unknown>,
): Promise<void> {
  while (!stop.aborted) {
    await clock.sleep(milliseconds, stop);
    if (!stop.aborted) await job();
  }
}
