import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { silentLog as log } from '../../testing/silent-log.ts';
import { until } from '../../testing/until.ts';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from '../opening/connect.ts';
import { findAccount } from './account.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const run = promisify(execFile);

let startedOnce: string;
before(async () => {
  startedOnce = await makeFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: join(startedOnce, 'data'),
    log,
    initdbArgs: ['--no-sync'],
  });
  await postgres.stop();
});
after(() => rm(startedOnce, { recursive: true }));

let folder: string;
let dataDir: string;
let started: EmbeddedPostgres[];
let servers: ChildProcess[];
beforeEach(async () => {
  folder = await makeFolder();
  dataDir = join(folder, 'data');
  started = [];
  servers = [];
});
afterEach(async () => {
  // A PostgreSQL left by a killed server is adopted, to be stopped.
  for (const server of servers) await kill(server);
  if (servers.length > 0 && started.length === 0) await start();
  for (const postgres of started) await postgres.stop();
  await rm(folder, { recursive: true });
});

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'pigeonpost-embedded-'));
  // As root, PostgreSQL runs as nobody, which needs access to this folder.
  await chmod(made, 0o711);
  return made;
}

/** Copies a data folder that was started before: a first start takes most of a test's processor time. */
async function copyStarted(): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true });
  await run('cp', ['-a', join(startedOnce, 'data'), dataDir]);
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, initdbArgs: ['--no-sync'], ...options });
  started.push(postgres);
  return postgres;
}

async function query(address: DatabaseAddress, text: string): Promise<unknown[]> {
  const { pool, close }: ConnectedDatabase = await connectDatabase({ address, maxConnections: 1, log });
  return pool
    .query(text)
    .then(({ rows }) => rows)
    .finally(close);
}

async function readPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10);
}

/** A server in its own process, which can be killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const program = `
    import { startEmbeddedPostgres } from '${import.meta.resolve('./start.ts')}';
    const log = { info() {}, warn() {}, error() {} };
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, initdbArgs: ['--no-sync'] });
    console.log('started');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  servers.push(child);
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('It ended.'))),
  ]);
  return child;
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGKILL');
  await exit;
}

test('a first start gives an empty database that keeps its data, behind a password', async () => {
  const { address, stop } = await start();
  assert.deepEqual(
    await query(
      address,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit',
         'listen_addresses', 'data_checksums') order by name`,
    ),
    [
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
      { name: 'synchronous_commit', setting: 'on' },
    ],
  );
  const password = await stat(join(dataDir, 'postgres', 'password'));
  assert.equal(password.mode & 0o777, 0o600);
  assert.equal(password.uid, process.getuid?.());
  await assert.rejects(query({ ...address, password: 'guess' }, 'select'), /refuses this user or password/);
  await stop();
  await assert.rejects(query(address, 'select'), /nothing listens there/);
});

test('a killed server leaves its PostgreSQL running, and the next start adopts it', async () => {
  await copyStarted();
  const killed = await startElsewhere();
  const pid = await readPid();
  await kill(killed);
  const { address, stop } = await start();
  assert.equal(await readPid(), pid);
  assert.deepEqual(await query(address, 'select 1 as one'), [{ one: 1 }]);
  await stop();
  await assert.rejects(readPid(), { code: 'ENOENT' });
});

test('a second server on the folder names the first one and ends, and the first works on', async () => {
  await copyStarted();
  const first = await startElsewhere();
  const pid = await readPid();
  await assert.rejects(start(), {
    name: 'StartError',
    message: new RegExp(
      `Another Pigeonpost server \\(process ${first.pid}\\) is running on this data folder`,
    ),
  });
  assert.equal(await readPid(), pid);
});

test('of two servers that make the folder at the same moment one works and the other says so', async () => {
  const attempts = await Promise.allSettled([start(), startElsewhere()]);
  const refused = attempts.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 1);
});

test("the files of another server's first start are left to it, and those of a killed one are removed", async () => {
  const left = (pid: number | undefined) => join(dataDir, `postgres.new-${pid}-x`);
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']);
  const gone = spawn(process.execPath, ['-e', '']);
  servers.push(other, gone);
  await once(gone, 'exit');
  for (const { pid } of [other, gone]) await mkdir(left(pid), { recursive: true });
  await start();
  assert.ok((await stat(left(other.pid))).isDirectory());
  await assert.rejects(stat(left(gone.pid)), { code: 'ENOENT' });
});

test('a PostgreSQL that was killed is started again', async () => {
  await copyStarted();
  const { address } = await start();
  await query(address, 'create table pigeons as select 7 as id');
  const pid = await readPid();
  process.kill(pid, 'SIGKILL');
  let rows: unknown[] | undefined;
  await until('an answer of the PostgreSQL that is started again', async () => {
    rows = await query(address, 'select * from pigeons').catch(() => undefined);
    return rows !== undefined;
  });
  assert.deepEqual(rows, [{ id: 7 }]);
  assert.notEqual(await readPid(), pid);
});

test('after a power cut it starts, though its process number is another program’s now', async () => {
  await copyStarted();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { ...findAccount() });
  servers.push(other);
  const data = join(dataDir, 'postgres', 'data');
  const beforeTheBoot = Math.floor(Date.now() / 1000 - uptime()) - 60;
  await writeFile(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n${beforeTheBoot}\n5432\n`, {
    mode: 0o644,
  });
  const { address } = await start({ limitMs: 60_000 });
  assert.deepEqual(await query(address, 'select 1 as one'), [{ one: 1 }]);
});

test('a DATA_DIR with a path too long for a socket still works', async (t) => {
  dataDir = join(folder, 'a'.repeat(60), 'b'.repeat(60));
  await copyStarted();
  const { address } = await start();
  const shortFolder = String(address.host);
  assert.ok(!shortFolder.startsWith(folder));
  t.after(() => rm(shortFolder, { recursive: true }));
  assert.deepEqual(await query(address, 'select 1 as one'), [{ one: 1 }]);
});

test('without sockets it listens on the loopback address only', async () => {
  await copyStarted();
  const { address } = await start({ listening: 'loopback' });
  assert.equal(address.host, '127.0.0.1');
  assert.deepEqual(await query(address, 'show listen_addresses'), [{ listen_addresses: '127.0.0.1' }]);
});

test('settings that PostgreSQL refuses give a sentence with its own words', async () => {
  await copyStarted();
  await assert.rejects(start({ settings: { shared_buffers: 'plenty' } }), {
    name: 'StartError',
    message: /does not come up in .*shared_buffers/s,
  });
});
