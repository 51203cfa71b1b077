import { spawn } from 'node:child_process';
import { type Clock, settlesWithin } from '../clock.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import {
  type BrowserRecord,
  findWindowsLeftOpen,
  hasEndedWithin,
  recordBrowser,
  removeBrowserRecord,
  waitUntilGone,
} from './browser-records.ts';
import { spawned } from './driven-process.ts';
import { firefoxEnvironment, sendSignal } from './launch.ts';
import { requireProfileFolder } from './profile-folder.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';
import { StartLimit } from './start-limit.ts';

interface WindowOptions {
  executable: string;
  profilePath: string;
  directory: AgentDirectory;
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Of this machine, shared by all starts; by default one of its own. */
  startLimit?: StartLimit;
  /** The address it shows; the profile's own start page if undefined. */
  address?: string | undefined;
}

/** A Firefox that a person uses. The agent can only see that it runs, and ask it to end. */
export interface OpenWindow {
  pid: number;
  profilePath: string;
  /** Resolves when it has ended, whoever ended it. */
  exited: Promise<void>;
  /** Asks it to end (SIGTERM); throws if it does not within 10 s. It is never killed. */
  close(): Promise<void>;
}

const CHECK_EVERY_MS = 100;
const CLOSE_LIMIT_MS = 10_000;
const WATCH_EVERY_MS = 2_000;

/**
 * Opens a profile on the user's screen, without the remote flag. Resolves once Firefox has locked the profile. Throws
 * ProfileInUse, or a sentence if there is no display.
 */
export async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  const { executable, profilePath, directory, clock, env, startLimit = new StartLimit(), address } = options;
  await requireProfileFolder(profilePath);
  requireDisplay(env);
  const holder = await findProfileHolder(profilePath);
  if (holder) throw new ProfileInUse(holder.pid);
  // No pipes, and a group of its own: a person's window outlives the agent.
  const child = spawn(executable, ['--profile', profilePath, ...(address ? [address] : [])], {
    detached: true,
    stdio: 'ignore',
    env: firefoxEnvironment(env),
  });
  const pid = await spawned(child);
  child.unref();
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const removeRecord = await recordBrowser(directory, { kind: 'window', pid, profile: profilePath });
  void exited.then(removeRecord);
  const opened = waitUntilLocked({ profilePath, clock, hasEnded: () => hasEnded(child) });
  if (!(await settlesWithin(clock, startLimit.milliseconds, opened))) {
    sendSignal(pid, 'SIGTERM');
    throw new Error(startLimit.giveUp('Firefox did not open the profile'));
  }
  if (hasEnded(child)) {
    throw new Error(
      `Firefox ended at once (${child.signalCode ?? `code ${child.exitCode}`}) and opened no window. Test this profile to see whether Firefox starts with it; if it does, this screen is the reason.`,
    );
  }
  const close = async () => {
    if (hasEnded(child)) return;
    sendSignal(pid, 'SIGTERM');
    if (!(await settlesWithin(clock, CLOSE_LIMIT_MS, exited))) throw new Error(stillOpen(pid));
  };
  return { pid, profilePath, exited, close };
}

/** The windows that an earlier agent on this folder opened and that are still there. */
export async function adoptOpenWindows(directory: AgentDirectory, clock: Clock): Promise<OpenWindow[]> {
  const records = await findWindowsLeftOpen(directory);
  return records.map((record) => adoptWindow({ record, directory, clock }));
}

function adoptWindow({
  record,
  directory,
  clock,
}: {
  record: BrowserRecord;
  directory: AgentDirectory;
  clock: Clock;
}): OpenWindow {
  const { pid, profile: profilePath } = record;
  const stop = new AbortController();
  // It is not a child of this process, so no event reports its end.
  const gone = waitUntilGone(record, { clock, every: WATCH_EVERY_MS, stop: stop.signal });
  const exited = gone.then(() => removeBrowserRecord(directory, pid));
  const close = async () => {
    sendSignal(pid, 'SIGTERM');
    if (!(await hasEndedWithin(record, { clock, milliseconds: CLOSE_LIMIT_MS }))) {
      throw new Error(stillOpen(pid));
    }
    stop.abort();
    await exited;
  };
  return { pid, profilePath, exited, close };
}

function requireDisplay(env: NodeJS.ProcessEnv): void {
  if (process.platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return;
  throw new Error(
    'There is no screen to open Firefox on. Start the agent from a terminal of your desktop, not over SSH or as a service.',
  );
}

async function waitUntilLocked({
  profilePath,
  clock,
  hasEnded,
}: {
  profilePath: string;
  clock: Clock;
  hasEnded: () => boolean;
}): Promise<void> {
  while (!hasEnded() && !(await findProfileHolder(profilePath))) await clock.sleep(CHECK_EVERY_MS);
}

function hasEnded(child: { exitCode: number | null; signalCode: string | null }): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function stillOpen(pid: number): string {
  return `Firefox (pid ${pid}) is still open: it may be asking something. Close its window by hand.`;
}
