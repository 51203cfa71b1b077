import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The agent's own folder (PIGEONPOST_DIR), locked by this process until `close` or its end. */
export interface AgentDirectory {
  path: string;
  close(): void;
}

const SQLITE_BUSY = 5;

/**
 * Locks the folder, making it if needed. Throws a sentence if another agent has it: two agents with one journal would
 * each repeat the other's outcomes and end the other's browsers.
 */
export function openAgentDirectory(path: string): AgentDirectory {
  const directory = resolve(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // SQLite is used only for its file lock: it is the same on every platform, and the system drops it however the
  // process ends, so no stale lock can remain.
  const lock = new DatabaseSync(join(directory, 'agent.lock'));
  try {
    lock.exec('pragma journal_mode = off');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new Error(
      `Another agent is already working with ${directory}. End that one first, or give this one a folder of its own in PIGEONPOST_DIR.`,
    );
  }
  return { path: directory, close: () => lock.isOpen && lock.close() };
}
