import assert from 'node:assert/strict';
import { lstat, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { findBinariesPackage, prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pigeonpost-binaries-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a system without binaries is named, with a hint to DATABASE_URL', () => {
  assert.throws(() => findBinariesPackage('plan9', 'mips'), {
    name: 'StartError',
    message: /No PostgreSQL is installed for this system \(plan9-mips.*Set DATABASE_URL/,
  });
});

test('library links that a blocked install script left out are made', async () => {
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"version":"18.4.0"}');
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(
    join(folder, 'native', 'pg-symlinks.json'),
    '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]',
  );
  const prepare = () => prepareBinaries({ packageFolder: folder, dataDir: '/nowhere', account: undefined });
  const { majorVersion } = await prepare();
  assert.equal(majorVersion, '18');
  assert.equal(await readlink(join(folder, 'native', 'lib', 'libpq.so.5')), 'libpq.so.5.18');
  const { ino } = await lstat(join(folder, 'native', 'lib', 'libpq.so.5'));
  await prepare();
  assert.equal((await lstat(join(folder, 'native', 'lib', 'libpq.so.5'))).ino, ino);
});

test('data made by another major version of PostgreSQL is refused with both numbers', async () => {
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'PG_VERSION'), '17\n');
  const binaries = { initdb: 'initdb', pgCtl: 'pg_ctl', majorVersion: '18' };
  await assert.rejects(ensureCluster({ folder, binaries, account: undefined }), {
    name: 'StartError',
    message: /made by PostgreSQL 17, and this Pigeonpost brings 18/,
  });
});
