import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObservedDelivery } from './evidence.ts';
import type { Target } from './plan.ts';
import { readPostgresPid } from './run-database.ts';
import type { Scene } from './scene.ts';
import { until } from './until.ts';

const BACK_WITHIN_MS = 60_000;

/** A killed program. */
export interface KilledProcess {
  target: Target;
  /** The state of the target delivery at the kill; undefined if it ended without a message meanwhile. */
  hit: ObservedDelivery | undefined;
  /** Restarts it, or waits until its supervisor has. */
  bringBack(signal: AbortSignal): Promise<void>;
}

/** Sends SIGKILL to the target that works for this profile; undefined if it does not run. */
export async function killProcess(
  scene: Scene,
  target: Target,
  profile: string,
): Promise<KilledProcess | undefined> {
  const pid = await findPid(scene, target, profile);
  if (!pid || !kill(pid)) return undefined;
  // The evidence of a dead agent no longer changes; that of the others does, so it is read at once.
  if (target === 'agent') await scene.agent.ended;
  const hit = scene.evidence.see(profile);
  if (target === 'server') await scene.server.ended;
  if (target === 'site') await scene.practice.ended;
  return { target, hit, bringBack: (signal) => bringBack({ scene, target, pid, signal }) };
}

async function findPid(scene: Scene, target: Target, profile: string): Promise<number | undefined> {
  switch (target) {
    case 'agent':
      return scene.agent.pid;
    case 'server':
      return scene.server.pid;
    case 'PostgreSQL':
      return readPostgresPid(scene.dataDir);
    case 'Firefox':
      return findFirefoxPid(scene, profile);
    case 'site':
      return scene.practice.pid;
  }
}

/** The agent notes the browsers it started, one file each. */
async function findFirefoxPid(scene: Scene, profile: string): Promise<number | undefined> {
  const folder = join(scene.agentFolder, 'browsers');
  for (const name of await readdir(folder).catch(() => [])) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '{}');
    const record = JSON.parse(text) as { pid?: number; profile?: string };
    if (record.profile === scene.profilePaths.get(profile)) return record.pid;
  }
  return undefined;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function bringBack(killed: {
  scene: Scene;
  target: Target;
  pid: number;
  signal: AbortSignal;
}): Promise<void> {
  const { scene, target, pid, signal } = killed;
  if (target === 'server') return scene.startServer();
  if (target === 'agent') return scene.startAgent();
  if (target === 'site') return scene.startPractice();
  // The agent starts Firefox for its next delivery.
  if (target === 'Firefox') return;
  const isBack = async () => {
    const now = await readPostgresPid(scene.dataDir);
    if (!now || now === pid) return undefined;
    const answer = await fetch(`${scene.serverUrl}/readyz`).catch(() => undefined);
    return answer?.ok || undefined;
  };
  if (!(await until(isBack, { milliseconds: BACK_WITHIN_MS, signal }))) {
    throw new Error('The server did not start the killed PostgreSQL again within a minute.');
  }
}
