import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { startEmbeddedPostgres } from '@pigeonpost/server/database/embedded/start';
import { silentLog } from '@pigeonpost/server/testing/silent-log';
import { buildImage, environmentOf, type Image, inside } from './chroots.ts';

// Builds the container image in clean chroots, where there is no Docker: `npm run image`, as root on Debian. What comes
// out is started as its CMD says, on a real and empty database: its HEALTHCHECK must pass, its administrator must be
// let in, the pages must be there, and it must end by itself when it is told to.
const CHECKS = 120;
const CHECK_EVERY_MS = 250;
const ENDS_WITHIN_MS = 10_000;
const SIGN_IN = { username: 'admin', password: 'image-kiln-9000' };

if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) {
  console.error('This needs root and Debian’s debootstrap: apt-get install debootstrap');
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'pigeonpost-image-'));
// PostgreSQL runs as another user, and so does the image.
chmodSync(work, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(work, 'data'),
  log: silentLog,
  listening: 'loopback',
});
try {
  const { host, port, user, password, database } = postgres.address;
  await tryOut(buildImage(work), `postgres://${user}:${password}@${host}:${port}/${database}`);
  console.log(
    'The image is healthy, lets its administrator in, shows the pages, and ends when it is told to.',
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(work, { recursive: true, force: true });
}

async function tryOut(image: Image, databaseUrl: string): Promise<void> {
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: SIGN_IN.password,
    // For this machine only, unlike in a container.
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const env = { ...environmentOf(image), ...settings };
  const server = spawn(...inside(image, image.command), { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    await untilHealthy(image, port);
    const url = `http://127.0.0.1:${port}`;
    const { user } = await createClient({ baseUrl: url, token: () => null })('POST /api/auth/login', {
      body: SIGN_IN,
    });
    const page = await (await fetch(`${url}/campaigns`)).text();
    if (user.role !== 'admin' || !page.includes('<div id="root">')) throw new Error(`No page: ${page}`);
    server.kill('SIGTERM');
    const [code] = await Promise.race([ended, wait(ENDS_WITHIN_MS, ['never'], { ref: false })]);
    if (code !== 0) throw new Error(`It was told to end, and ended: ${code}`);
  } finally {
    server.kill('SIGKILL');
  }
}

/** By the image's own check, which asks at the port that the image has. */
async function untilHealthy(image: Image, port: number): Promise<void> {
  const check = image.healthcheck.map((word) => word.replace(`:${image.env.PORT}/`, `:${port}/`));
  for (let count = 0; count < CHECKS; count++) {
    if (spawnSync(...inside(image, check), { env: environmentOf(image) }).status === 0) return;
    await wait(CHECK_EVERY_MS);
  }
  throw new Error('Its HEALTHCHECK never passed.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
