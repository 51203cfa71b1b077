import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { describeFindings, type Finding } from '@pigeonpost/contract/doctor';
import { findAccount } from '../database/embedded/account.ts';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { createCampaignRow } from '../testing/campaign-row.ts';
import { enrolMachine } from '../testing/machine.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { createProfileRow } from '../testing/rows.ts';
import { silentLog } from '../testing/silent-log.ts';
import { startTestApp } from '../testing/test-app.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDisk } from './examine-disk.ts';
import { examineMail } from './examine-mail.ts';
import { examineRunning } from './examine-running.ts';
import { examineServer } from './examine-server.ts';

const KEY = '07'.repeat(32);

async function scene(t: TestContext) {
  const app = await startTestApp(t);
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-doctor-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const { hostname, port } = new URL(app.url);
  const env = {
    DATABASE_URL: app.database.address.connectionString,
    DATA_DIR: dataDir,
    HOST: hostname,
    PORT: port,
    SECRET_KEY: KEY,
  };
  const user = await app.signUp();
  await createProfileRow(app.deps, { user_id: user.id, profile_name: 'one', insta_password: 'kiln-9000' });
  return { app, user, dataDir, env, query: (sql: string) => app.database.pool.query(sql) };
}

/** The problems, each as 'about: message'. */
const problemsOf = (findings: Finding[]) =>
  findings.filter(({ isOk }) => !isOk).map(({ about, message }) => `${about}: ${message}`);

test('a healthy server has no problems', async (t) => {
  const { env } = await scene(t);
  const findings = await examineServer(env);
  assert.deepEqual(problemsOf(findings), []);
  assert.deepEqual(
    findings.map(({ about }) => about),
    [
      'Server',
      'Clock',
      'Disk',
      'Database',
      'Sending',
      'Timers',
      'Site',
      'Profiles',
      'Connections',
      'Audit log',
      'Clock',
      'Secret key',
    ],
  );
  assert.ok(describeFindings(findings).every((line) => line.startsWith('ok ')));
  const inside = await examineServer({ ...env, PUBLIC_URL: 'https://desk.local' });
  assert.deepEqual(problemsOf(inside), [
    'Public address: nobody outside reaches https://desk.local, so no message may have a stop link',
  ]);
});

test('a wrong clock of the server or of the database is reported', async (t) => {
  const { app, env } = await scene(t);
  const late = { now: () => new Date(Date.now() + 60_000) };
  const findings = [
    ...(await examineRunning({ host: env.HOST, port: Number(env.PORT) }, { clock: late, limitMs: 60_000 })),
    ...(await examineDatabase(app.database.pool, late)),
  ];
  const clocks = problemsOf(findings).filter((line) => line.startsWith('Clock'));
  assert.deepEqual(
    clocks.map((line) => line.replace(/\d+ seconds/, 'a minute')),
    [
      "Clock: the server's differs from this machine's by a minute",
      "Clock: the database's differs from this machine's by a minute",
    ],
  );
});

test('a server that does not answer, or another program in its place, is reported', async (t) => {
  const { app, env } = await scene(t);
  await app.close();
  assert.match(
    problemsOf(await examineServer(env)).join(),
    /^Server: nothing answers at http:\/\/127\.0\.0\.1:\d+$/,
  );
  const [lines] = [describeFindings(await examineServer(env))];
  assert.ok(lines.some((line) => line.includes('Start it with npm start')));
});

test('a database that is away, behind, ahead, frozen or without timers is reported', async (t) => {
  const { app, env, query } = await scene(t);
  assert.match(
    problemsOf(await examineServer({ ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).join(),
    /Database: The database at 127\.0\.0\.1:1, database none does not answer/,
  );
  await query(
    `update users set frozen_at = now(); update profiles set lease_until = now() - interval '5 minutes'`,
  );
  assert.deepEqual(problemsOf(await examineServer(env)), [
    'Sending: is frozen for 1 users after a restore',
    'Timers: 1 leases ran out more than a minute ago, and were not ended',
  ]);
  await query('update users set frozen_at = null; update profiles set lease_until = null');
  await query(
    `insert into schema_versions (version, name, applied_at) values (999, '0999-later.sql', now())`,
  );
  assert.match(
    problemsOf(await examineServer(env)).join(),
    /Database: is at migration 999, and this version knows only/,
  );
  await query(`delete from schema_versions where version = 999`);
  await query(`delete from schema_versions where version = (select max(version) from schema_versions)`);
  assert.match(
    problemsOf(await examineServer(env)).join(),
    /Database: is at migration \d+, and this version is at \d+$/,
  );
  assert.ok(app);
});

test('the chosen site, and each connected machine that cannot drive it, are reported', async (t) => {
  const { app, user, env, query } = await scene(t);
  const siteOf = async () => {
    // The doctor has the machine's own clock.
    await query('update agents set last_seen_at = now()');
    const lines = describeFindings(await examineServer(env)).map((line) => line.trim());
    const place = lines.findIndex((line) => line.includes(' Site: '));
    return lines.slice(place, lines[place]?.startsWith('WRONG') ? place + 2 : place + 1);
  };
  assert.deepEqual(await siteOf(), ['ok     Site: no account chose one in Settings']);
  const site = { kind: 'snac', address: 'https://fedi.example' } as const;
  await user.call('PUT /api/site', { body: { site } });
  assert.deepEqual(await siteOf(), [
    'ok     Site: accounts chose snac, and all 0 connected machines can drive it',
  ]);
  const machine = await enrolMachine(app, user, 'studio');
  const fix = 'Settings → Site of its account says which command or file it needs.';
  assert.deepEqual(await siteOf(), [
    'WRONG  Site: studio cannot drive snac: its agent is too old to be told',
    fix,
  ]);
  await machine.report({ site: { choice: null, error: null } });
  assert.deepEqual(await siteOf(), [
    'WRONG  Site: studio cannot drive snac: has not taken the choice yet',
    fix,
  ]);
  await machine.report({ site: { choice: site, error: 'There is no snac here.' } });
  assert.deepEqual(await siteOf(), ['WRONG  Site: studio cannot drive snac: There is no snac here.', fix]);
  await machine.report({ site: { choice: site, error: null } });
  assert.deepEqual(await siteOf(), [
    'ok     Site: accounts chose snac, and all 1 connected machines can drive it',
  ]);
});

test("a campaign's profile with which Firefox cannot start is reported", async (t) => {
  const { app, user, env, query } = await scene(t);
  await query(`update profiles set faulted_at = now(), fault_reason = 'Couldn''t load XPCOM.'`);
  assert.deepEqual(problemsOf(await examineServer(env)), []);
  const { rows } = await query('select id from profiles');
  await createCampaignRow(app.deps, { user_id: user.id, status: 'running', profile_ids: [rows[0].id] });
  assert.deepEqual(problemsOf(await examineServer(env)), [
    "Profiles: Firefox cannot start with 1 that campaigns use: Couldn't load XPCOM.",
  ]);
});

test('a change of the audit log in the database is reported', async (t) => {
  const { env, query } = await scene(t);
  await query(`alter table audit_log disable trigger kept;
    update audit_log set subject_name = 'x' where (user_id, id) = (select user_id, id from audit_log order by 1, 2 limit 1);
    alter table audit_log enable trigger kept`);
  assert.match(
    problemsOf(await examineServer(env)).join(),
    /^Audit log: user \d+, line 1: It was changed\.$/,
  );
});

/** A data folder as a server has left it, and what the doctor says of its database. */
async function leftFolder(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-doctor-'));
  // As root, PostgreSQL runs as nobody, which needs access to this folder.
  await chmod(dataDir, 0o711);
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, initdbArgs: ['--no-sync'] });
  const { stop } = await start();
  await stop();
  t.after(() => rm(dataDir, { recursive: true }));
  return {
    data: join(dataDir, 'postgres/data'),
    start,
    async examine() {
      const findings = await examineServer({ DATA_DIR: dataDir, PORT: '1' }, { limitMs: 1_000 });
      return problemsOf(findings.filter(({ about }) => about === 'Database')).join();
    },
  };
}

test('a PostgreSQL that cannot start is reported in its own words', async (t) => {
  const { data, examine } = await leftFolder(t);
  await appendFile(join(data, 'postgresql.conf'), "shared_buffers = 'plenty'\n");
  assert.match(await examine(), /^Database: PostgreSQL does not come up in .*shared_buffers/s);
  await assert.rejects(readFile(join(data, 'postmaster.pid')), { code: 'ENOENT' });
  await rm(data, { recursive: true });
  assert.match(await examine(), /^Database: There is no database in /);
  await assert.rejects(readFile(join(data, 'PG_VERSION')), { code: 'ENOENT' }, 'the doctor makes none');
});

test('a PostgreSQL that hangs, or whose process is another program, is given up at the limit', async (t) => {
  const { data, start, examine } = await leftFolder(t);
  const { stop } = await start();
  const postgres = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
  process.kill(postgres, 'SIGSTOP');
  try {
    assert.match(await examine(), /^Database: The database at .* does not answer: .*time/);
  } finally {
    process.kill(postgres, 'SIGCONT');
    await stop();
  }
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { ...findAccount() });
  t.after(() => other.kill());
  await writeFile(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n`, { mode: 0o644 });
  assert.match(await examine(), /^Database: PostgreSQL does not come up in .* within 1 s\. /);
});

test('a missing, wrong, readable or broken key is reported', async (t) => {
  const { env, dataDir } = await scene(t);
  assert.deepEqual(problemsOf(await examineServer({ ...env, SECRET_KEY: '08'.repeat(32) })), [
    'Secret key: does not open the stored passwords: it is another one',
  ]);
  const { SECRET_KEY: _, ...withFile } = env;
  const file = join(dataDir, 'secret.key');
  const keyError = async () => problemsOf(await examineServer(withFile)).join();
  assert.equal(await keyError(), `Secret key: there is no ${file}, and passwords are stored`);
  await writeFile(file, KEY, { mode: 0o600 });
  assert.equal(await keyError(), '');
  await chmod(file, 0o644);
  assert.match(await keyError(), /can be read by other users of this machine$/);
  await chmod(file, 0o600);
  await writeFile(file, 'hello');
  assert.match(await keyError(), /does not hold a key/);
});

test('a mail server that is away, refuses the sign-in or hangs is reported, and nothing is sent', async (t) => {
  assert.deepEqual(await examineMail({ mail: undefined }, 1_000), []);
  const smtp = await startMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'kiln-9000' ? done(null, { user: 'pigeon' }) : done(new Error('Wrong password')),
  });
  const examine = async (pass: string, more = {}, limitMs = 30_000) => {
    const mail = { ...smtp.settings, auth: { user: 'pigeon', pass }, ...more };
    return describeFindings(await examineMail({ mail }, limitMs)).join('\n');
  };
  const place = `127.0.0.1:${smtp.settings.port}`;
  assert.equal(await examine('kiln-9000'), `ok     Mail: ${place} takes mail of pigeon`);
  const wrong = await examine('raku-9000');
  assert.match(wrong, /WRONG {2}Mail: 127\.0\.0\.1:\d+ refuses the sign-in: .*Wrong password/);
  assert.match(wrong, /Correct the user and the password in SMTP_URL\./);
  assert.doesNotMatch(wrong, /raku-9000/);
  assert.match(await examine('x', { port: 1 }), /Mail: 127\.0\.0\.1:1 does not take mail: .*ECONNREFUSED/);
  const silent = createServer((socket) => t.after(() => socket.destroy())).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  // The limits of the greeting and of the connection end at the same moment.
  assert.match(await examine('x', { port }, 50), /does not take mail: (Greeting never received|Timeout)$/m);
  assert.deepEqual(smtp.mails, []);
});

test('a full disk, a missing folder, and invalid settings are reported', async (t) => {
  const { dataDir } = await scene(t);
  const own = { dataDir, databaseUrl: undefined };
  assert.match(problemsOf(await examineDisk(own, async () => 400_000_000)).join(), /^Disk: 400 MB free at /);
  assert.deepEqual(problemsOf(await examineDisk(own, async () => 5e9)), []);
  assert.match(
    problemsOf(await examineDisk({ ...own, dataDir: join(dataDir, 'none') })).join(),
    /there is no .* yet$/,
  );
  const program = join(import.meta.dirname, 'main.ts');
  const { status, stdout } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    env: { ...process.env, PORT: 'http' },
  });
  assert.equal(status, 1);
  assert.match(stdout, /^Server\nWRONG {2}Settings: .*PORT must be a whole number/s);
});
