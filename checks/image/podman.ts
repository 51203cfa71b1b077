import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The arguments of every Podman call: its images and containers stay in `work`. */
export type Podman = readonly string[];

/** A Podman that does not touch the other images and containers of this machine. */
export function openPodman(work: string): Podman {
  // The settings of a Podman without systemd, such as in a container.
  const asWithoutSystemd = ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];
  return ['--root', join(work, 'images'), '--runroot', join(work, 'run'), ...asWithoutSystemd];
}

/** Its output; throws an error with the output if it fails. */
export function ask(podman: Podman, words: string[], options: SpawnSyncOptions = {}): string {
  return run('podman', [...podman, ...words], options);
}

/** The same for any program. */
export function run(program: string, words: string[], options: SpawnSyncOptions = {}): string {
  const { status, error, stdout, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error ?? `${stdout}${stderr}`}`);
  return stdout.trim();
}
