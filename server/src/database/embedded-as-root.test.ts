import assert from 'node:assert/strict';
import { cp, lstat, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog as log } from '../testing/silent-log.ts';
import { connectDatabase } from './connect.ts';
import { defaultDataDir } from './default-data-dir.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { findAccount } from './embedded-account.ts';
import { findBinariesPackage } from './embedded-binaries.ts';

const skip = process.getuid?.() === 0 ? false : 'only root needs another user for PostgreSQL';

let project: string;
let packageFolder: string;
let dataDir: string;
before(async () => {
  // A project under /root, with mode 0700, whose packages were installed without their install scripts.
  project = await mkdtemp(join(tmpdir(), 'pigeonpost-root-'));
  packageFolder = join(project, 'package');
  await cp(findBinariesPackage(), packageFolder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  });
  dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-data-'));
});
after(async () => {
  await rm(project, { recursive: true });
  await rm(dataDir, { recursive: true });
});

async function startAndStop(): Promise<void> {
  const { address, stop } = await startEmbeddedPostgres({
    dataDir,
    log,
    packageFolder,
    initdbArgs: ['--no-sync'],
  });
  try {
    const { pool, close } = await connectDatabase({ address, log });
    assert.equal((await pool.query('select')).rowCount, 1);
    await close();
    const pid = Number.parseInt(
      await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'),
      10,
    );
    assert.equal((await stat(`/proc/${pid}`)).uid, findAccount()?.uid);
  } finally {
    await stop();
  }
}

test('as root it runs as nobody, from a copy when the project is closed to others, in a DATA_DIR that lets it pass', {
  skip,
}, async () => {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  await startAndStop();
  assert.equal((await stat(dataDir)).mode & 0o777, 0o711);
  assert.equal((await stat(packageFolder)).uid, 0);
  const copy = join(dataDir, 'postgres-binaries', version);
  const { ino } = await stat(copy);
  await startAndStop();
  assert.equal((await stat(copy)).ino, ino, 'the second start uses the same copy');
});

test('as root a DATA_DIR inside a closed folder is refused with another one to take', { skip }, async () => {
  const closed = join(project, 'data');
  await assert.rejects(startEmbeddedPostgres({ dataDir: closed, log }), (error: Error) => {
    assert.match(error.message, new RegExp(`"nobody" may not enter ${project}, where DATA_DIR lies`));
    assert.match(error.message, /such as \/var\/lib\/pigeonpost/);
    return true;
  });
});

test('the data of a project that only root can enter lies in /var/lib, any other in the project', {
  skip,
}, async () => {
  await mkdir(join(project, 'inner'));
  assert.equal(defaultDataDir(join(project, 'inner')), '/var/lib/pigeonpost');
  assert.equal(defaultDataDir('/usr'), '/usr/data');
});
