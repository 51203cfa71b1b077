import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The arguments of every call of Podman's: its images and containers stay in `work`. */
export type Podman = readonly string[];

/** A Podman that leaves those of this machine alone. */
export function openPodman(work: string): Podman {
  // As a Podman without systemd has it, which a container that runs this is.
  const asWithoutSystemd = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];
  return ['--root', join(work, 'images'), '--runroot', join(work, 'run'), ...asWithoutSystemd];
}

/** What it printed; an error with that when it fails. */
export function ask(podman: Podman, words: string[], options: SpawnSyncOptions = {}): string {
  return run('podman', [...podman, ...words], options);
}

/** The same for any program. */
export function run(program: string, words: string[], options: SpawnSyncOptions = {}): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
  return stdout.trim();
}
