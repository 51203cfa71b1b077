import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { endOrphans } from '../firefox/browser-records.ts';
import { type AgentDirectory, openAgentDirectory } from '../storage/agent-directory.ts';

const PREFIX = 'pigeonpost-trial-';

interface TrialFolder {
  path: string;
  directory: AgentDirectory;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A temporary folder for one trial. Trials that were killed have left theirs behind, which may hold the copy of a
 * signed-in profile: those are removed, with their Firefox.
 */
export async function makeTrialFolder(): Promise<TrialFolder> {
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(PREFIX)) await removeLeft(join(tmpdir(), name)).catch(() => {});
  }
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  const directory = openAgentDirectory(join(path, 'agent'));
  return {
    path,
    directory,
    async [Symbol.asyncDispose]() {
      directory.close();
      await remove(path);
    },
  };
}

/** Throws if a trial works with it, or if it belongs to another user. */
async function removeLeft(path: string): Promise<void> {
  if (!existsSync(join(path, 'agent', 'agent.lock'))) return;
  const directory = openAgentDirectory(join(path, 'agent'));
  try {
    await endOrphans(directory, systemClock);
  } finally {
    directory.close();
  }
  await remove(path);
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
