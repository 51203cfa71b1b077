import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { withClient } from '@pigeonpost/server/testing/template-database';
import { ROOT } from '../run-step.ts';
import { makeBaseImage } from './base-image.ts';
import { ask, openPodman, type Podman } from './podman.ts';

// Builds the container image by Podman and starts it, with the limits of deploy/compose.yaml, on a real and empty
// database: `npm run image`, as root on Debian. Its HEALTHCHECK must pass, its administrator must be able to sign in,
// the pages must load, it must end by itself on SIGTERM, and an operator's commands must work in it.
const BASE = 'docker.io/library/node:24.21.0-bookworm-slim';
const IMAGE = 'localhost/pigeonpost';
const CONTAINER = 'pigeonpost';
const LIMITS = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
// Podman would raise the limits on files and processes, which a machine that is a container itself forbids, and would
// have systemd run the health check.
const ON_ANY_MACHINE = [
  ...['--network', 'host', '--health-interval', 'disable'],
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1024:1024'],
];
const CHECKS = 120;
const CHECK_EVERY_MS = 250;
const ENDS_WITHIN_SECONDS = 10;
const SECRET_KEY = 'ab'.repeat(32);
const USER_OF_THE_IMAGE = 1000;
const SIGN_IN = { username: 'admin', password: 'image-kiln-9000' };
const NEEDED = ['/usr/bin/podman', '/usr/sbin/runc', '/usr/sbin/debootstrap'];

if (process.getuid?.() !== 0 || !NEEDED.every((program) => existsSync(program))) {
  console.error('This needs root and a few of Debian’s packages: apt-get install podman runc debootstrap');
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'pigeonpost-image-'));
// PostgreSQL runs as another user, and so does the image.
chmodSync(work, 0o755);
const podman = openPodman(work);
const postgres = await startEmbeddedPostgres({
  dataDir: join(work, 'data'),
  log: silentLog,
  listening: 'loopback',
});
try {
  console.log(`A minimal Debian, Node ${process.versions.node}`);
  makeBaseImage(podman, { work, name: BASE });
  console.log('deploy/Dockerfile');
  // It uses the machine's network to reach npm's registry. Only Docker's format has a HEALTHCHECK.
  const how = ['--pull=never', '--network', 'host', '--format', 'docker', '--file', 'deploy/Dockerfile'];
  ask(podman, ['build', ...how, '--tag', IMAGE, '.'], { cwd: ROOT });
  const { host, port, user, password, database } = postgres.address;
  const urlOf = (name: string | undefined) => `postgres://${user}:${password}@${host}:${port}/${name}`;
  await tryOut(podman, urlOf(database));
  await withClient(urlOf(database), (client) => client.query('create database emptied'));
  tryCommands(podman, { full: urlOf(database), empty: urlOf('emptied') });
  console.log(
    'The image is healthy, lets its administrator in, shows the pages, ends when it is told to, and has the commands of an operator.',
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  spawnSync('podman', [...podman, 'rm', '--all', '--force']);
  await postgres.stop();
  // Unmounts what would stay mounted when the folder is removed.
  spawnSync('podman', [...podman, 'rmi', '--all', '--force']);
  rmSync(work, { recursive: true, force: true });
}

async function tryOut(podman: Podman, databaseUrl: string): Promise<void> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    ADMIN_PASSWORD: SIGN_IN.password,
    // For this machine only, whose network it shares.
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  ask(podman, ['run', '--detach', '--name', CONTAINER, ...ON_ANY_MACHINE, ...LIMITS, ...env, IMAGE]);
  try {
    await untilHealthy(podman);
    const url = `http://127.0.0.1:${port}`;
    const { user } = await createClient({ baseUrl: url, token: () => null })('POST /api/auth/login', {
      body: SIGN_IN,
    });
    const page = await (await fetch(`${url}/campaigns`)).text();
    if (user.role !== 'admin' || !page.includes('<div id="root">')) throw new Error(`No page: ${page}`);
    ask(podman, ['stop', '--time', String(ENDS_WITHIN_SECONDS), CONTAINER]);
    const code = ask(podman, ['inspect', '--format', '{{.State.ExitCode}}', CONTAINER]);
    if (code !== '0') throw new Error(`It was told to end, and ended with ${code}.`);
  } finally {
    console.log(ask(podman, ['logs', CONTAINER]));
  }
}

/** The commands of docs/operating.md, each in its own container with a folder for backups. */
function tryCommands(podman: Podman, { full, empty }: { full: string; empty: string }): void {
  const backups = join(work, 'backups');
  mkdirSync(backups);
  chownSync(backups, USER_OF_THE_IMAGE, USER_OF_THE_IMAGE);
  const run = (words: string[], settings: Record<string, string>) => {
    const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const volume = ['--volume', `${backups}:/backups`];
    console.log(
      ask(podman, ['run', '--rm', ...ON_ANY_MACHINE, ...LIMITS, ...volume, ...env, IMAGE, 'node', ...words]),
    );
  };
  const keys = { SECRET_KEY: 'cd'.repeat(32), SECRET_KEY_PREVIOUS: SECRET_KEY };
  run(['server/src/rotate-key.ts'], { DATABASE_URL: full, ...keys });
  run(['server/src/backup.ts', 'backup', '/backups/one.backup'], { DATABASE_URL: full, SECRET_KEY });
  run(['server/src/backup.ts', 'restore', '/backups/one.backup'], { DATABASE_URL: empty, SECRET_KEY });
}

/** By the image's own check. */
async function untilHealthy(podman: Podman): Promise<void> {
  for (let count = 0; count < CHECKS; count++) {
    if (spawnSync('podman', [...podman, 'healthcheck', 'run', CONTAINER]).status === 0) return;
    await wait(CHECK_EVERY_MS);
  }
  throw new Error('Its HEALTHCHECK never passed.');
}
