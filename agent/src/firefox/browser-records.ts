import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, settlesWithin } from '../clock.ts';
import type { AgentDirectory } from '../storage/agent-directory.ts';
import { replaceFile } from '../storage/durable-file.ts';
import { sendSignal } from './launch.ts';
import { findProcess } from './process-table.ts';

/** A Firefox that the agent started: one it drives, or a window opened for a person. */
export interface BrowserRecord {
  kind: 'driven' | 'window';
  pid: number;
  started: string;
  profile: string;
}

const TERM_LIMIT_MS = 5_000;
const KILL_LIMIT_MS = 5_000;
const CHECK_EVERY_MS = 50;

/**
 * Notes a started Firefox, so that the next agent finds it if this one is killed. Returns a function that removes the
 * note.
 */
export async function recordBrowser(
  directory: AgentDirectory,
  { kind, pid, profile }: Omit<BrowserRecord, 'started'>,
): Promise<() => void> {
  const found = await findProcess(pid);
  if (!found) return () => {};
  const record: BrowserRecord = { kind, pid, started: found.started, profile };
  mkdirSync(recordsFolder(directory), { recursive: true });
  replaceFile(recordFile(directory, pid), JSON.stringify(record));
  return () => removeBrowserRecord(directory, pid);
}

/** The windows for people that an earlier agent on this folder opened and that are still open. */
export async function findWindowsLeftOpen(directory: AgentDirectory): Promise<BrowserRecord[]> {
  const open: BrowserRecord[] = [];
  for (const record of readRecords(directory, 'window')) {
    if (await isStillRunning(record)) open.push(record);
    else removeBrowserRecord(directory, record.pid);
  }
  return open;
}

/**
 * Ends the driven browsers that a killed agent left behind: their session is lost and cannot be adopted. Only a process
 * that provably is that browser (pid, start time, our profile, the remote flag) is ended. Returns how many.
 */
export async function endOrphans(directory: AgentDirectory, clock: Clock): Promise<number> {
  const ended = await Promise.all(
    readRecords(directory, 'driven').map(async (record) => {
      const wasRunning = await isStillRunning(record);
      if (wasRunning) await endOrphan(record, clock);
      removeBrowserRecord(directory, record.pid);
      return wasRunning;
    }),
  );
  return ended.filter(Boolean).length;
}

/** Whether the pid still is the Firefox of the record, not another process with that number. */
export async function isStillRunning({ kind, pid, started, profile }: BrowserRecord): Promise<boolean> {
  const found = await findProcess(pid);
  if (found?.started !== started) return false;
  const isDriven = found.command.includes('--remote-debugging-port');
  return (
    found.command.includes('--profile') && found.command.includes(profile) && isDriven === (kind === 'driven')
  );
}

/** Resolves once the record's Firefox has ended, or `stop` aborts; for one that is not this process's child. */
export async function waitUntilGone(
  record: BrowserRecord,
  { clock, every, stop }: { clock: Clock; every: number; stop?: AbortSignal },
): Promise<void> {
  // The command cannot be used: it is empty already while the process still releases the profile.
  const isThere = async () => (await findProcess(record.pid))?.started === record.started;
  while (!stop?.aborted && (await isThere())) await clock.sleep(every, stop);
}

/** Removes the record of a browser that has ended. */
export function removeBrowserRecord(directory: AgentDirectory, pid: number): void {
  rmSync(recordFile(directory, pid), { force: true });
}

async function endOrphan(record: BrowserRecord, clock: Clock): Promise<void> {
  sendSignal(record.pid, 'SIGTERM');
  if (await hasEndedWithin(record, { clock, milliseconds: TERM_LIMIT_MS })) return;
  sendSignal(record.pid, 'SIGKILL', { group: true });
  await hasEndedWithin(record, { clock, milliseconds: KILL_LIMIT_MS });
}

/** Whether the record's Firefox ends before the time is up. */
export async function hasEndedWithin(
  record: BrowserRecord,
  { clock, milliseconds }: { clock: Clock; milliseconds: number },
): Promise<boolean> {
  const stop = new AbortController();
  const gone = waitUntilGone(record, { clock, every: CHECK_EVERY_MS, stop: stop.signal });
  const inTime = await settlesWithin(clock, milliseconds, gone);
  stop.abort();
  return inTime;
}

function readRecords(directory: AgentDirectory, kind: BrowserRecord['kind']): BrowserRecord[] {
  const folder = recordsFolder(directory);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as BrowserRecord)
    .filter((record) => record.kind === kind);
}

function recordsFolder(directory: AgentDirectory): string {
  return join(directory.path, 'browsers');
}

function recordFile(directory: AgentDirectory, pid: number): string {
  return join(recordsFolder(directory), `${pid}.json`);
}
