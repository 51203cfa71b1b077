import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silentLog as log } from '../../testing/silent-log.ts';
import { defaultDataDir } from '../default-data-dir.ts';
import { connectDatabase } from '../opening/connect.ts';
import { type Account, findAccount } from './account.ts';
import { findBinariesPackage } from './binaries.ts';
import { startEmbeddedPostgres } from './start.ts';

const skip = process.getuid?.() === 0 ? false : 'only root needs another user for PostgreSQL';

const SECRET = 'what only root may know';

let project: string;
let packageFolder: string;
let dataDir: string;
before(async () => {
  process.env.SECRET_KEY = SECRET;
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
  delete process.env.SECRET_KEY;
  await rm(project, { recursive: true });
  await rm(dataDir, { recursive: true });
});

function nobody(): Account {
  const account = findAccount();
  assert.ok(account);
  return account;
}

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
    assert.ok(!(await readFile(`/proc/${pid}/environ`, 'utf8')).includes(SECRET));
  } finally {
    await stop();
  }
}

test('as root it runs as nobody, from a copy if the project is closed to others, in a DATA_DIR that lets it pass', {
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

test('as root nothing is written through a link in the data folder', { skip }, async () => {
  await startAndStop();
  const victim = join(project, 'victim');
  await writeFile(victim, 'untouched', { mode: 0o600 });
  const data = join(dataDir, 'postgres', 'data');
  const planted = ['pigeonpost.conf', 'pigeonpost.conf.new'].map((name) => join(data, name));
  for (const path of planted) {
    await rm(path, { force: true });
    await symlink(victim, path);
    await lchown(path, nobody().uid, nobody().gid);
  }
  await startAndStop();
  assert.equal(await readFile(victim, 'utf8'), 'untouched');
  assert.equal((await stat(victim)).uid, 0);
  const settings = await lstat(join(data, 'pigeonpost.conf'));
  assert.ok(settings.isFile());
  assert.equal(settings.uid, nobody().uid);
});

test("as root a link in place of the socket's folder is refused", {
  skip,
}, async (t) => {
  const longDir = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
  const victim = await mkdtemp(join(tmpdir(), 'pigeonpost-victim-'));
  t.after(() => rm(victim, { recursive: true }));
  const { address, stop } = await startEmbeddedPostgres({ dataDir: longDir, log, initdbArgs: ['--no-sync'] });
  const folder = String(address.host);
  await stop();
  await rm(folder, { recursive: true });
  await symlink(victim, folder);
  await lchown(folder, nobody().uid, nobody().gid);
  t.after(() => rm(folder));
  await assert.rejects(startEmbeddedPostgres({ dataDir: longDir, log }), {
    name: 'StartError',
    message: /is no folder/,
  });
  assert.equal((await stat(victim)).uid, 0);
});

test('as root a DATA_DIR that nobody may change is refused', { skip }, async (t) => {
  const open = await mkdtemp(join(tmpdir(), 'pigeonpost-open-'));
  t.after(() => rm(open, { recursive: true }));
  const refused = (path: string) =>
    assert.rejects(startEmbeddedPostgres({ dataDir: path, log }), {
      name: 'StartError',
      message: new RegExp(`"nobody" may change ${open}, where DATA_DIR lies`),
    });
  await chmod(open, 0o777);
  await refused(join(open, 'data'));
  await chmod(open, 0o755);
  await chown(open, nobody().uid, nobody().gid);
  await refused(open);
});

test('as root a DATA_DIR inside a closed folder is refused, with another one to use', { skip }, async () => {
  const closed = join(project, 'data');
  await assert.rejects(startEmbeddedPostgres({ dataDir: closed, log }), (error: Error) => {
    assert.match(error.message, new RegExp(`"nobody" may not enter ${project}, where DATA_DIR lies`));
    assert.match(error.message, /such as \/var\/lib\/pigeonpost/);
    return true;
  });
});

test('the data of a project that only root can enter is in /var/lib, any other in the project', {
  skip,
}, async () => {
  await mkdir(join(project, 'inner'));
  const systemFolder = join(project, 'none');
  assert.equal(defaultDataDir({ projectFolder: join(project, 'inner'), systemFolder }), systemFolder);
  assert.equal(defaultDataDir({ projectFolder: '/usr', systemFolder }), '/usr/data');
});

for (const sign of ['postgres', 'secret.key'])
  test(`as root, data with a ${sign} is found again whatever the permissions of the folders above it`, {
    skip,
  }, async (t) => {
    const projectFolder = await mkdtemp(join(tmpdir(), 'pigeonpost-project-'));
    const systemFolder = await mkdtemp(join(tmpdir(), 'pigeonpost-system-'));
    t.after(() => Promise.all([projectFolder, systemFolder].map((path) => rm(path, { recursive: true }))));
    const folders = { projectFolder, systemFolder };
    const findBoth = async () => {
      const found: string[] = [];
      for (const mode of [0o700, 0o755]) {
        await chmod(projectFolder, mode);
        found.push(defaultDataDir(folders));
      }
      return found;
    };
    const inProject = join(projectFolder, 'data');
    assert.deepEqual(await findBoth(), [systemFolder, inProject], 'there is none yet');
    await mkdir(join(systemFolder, sign));
    assert.deepEqual(await findBoth(), [systemFolder, systemFolder]);
    // The practice inbox's own folder is not a database.
    await mkdir(join(inProject, 'practice'), { recursive: true });
    assert.deepEqual(await findBoth(), [systemFolder, systemFolder]);
    await mkdir(join(inProject, sign));
    await assert.rejects(findBoth(), {
      name: 'StartError',
      message: `There is data both in ${inProject} and in ${systemFolder}. Set DATA_DIR to the right one.`,
    });
    await rm(join(systemFolder, sign), { recursive: true });
    assert.deepEqual(await findBoth(), [inProject, inProject]);
  });
