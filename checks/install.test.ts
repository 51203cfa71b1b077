import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '@pigeonpost/server/testing/test-database';
import { ROOT } from './run-step.ts';
import { readSource } from './source-files.ts';

const skip = process.platform === 'win32' && 'the documented installation is for systemd';

type Packages = Record<string, { version?: string; dev?: true; optional?: true; devOptional?: true }>;

/**
 * A copy of the repository after `npm ci --omit=dev --omit=optional --ignore-scripts`, without a registry for npm. Its
 * sources are those of this repository.
 */
function installForServers(t: TestContext, change: (packages: Packages) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-install-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // Other users may run it too, like the user of the systemd unit.
  chmodSync(folder, 0o755);
  for (const name of ['install.mjs', 'package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(ROOT, name), join(folder, name));
  for (const name of ['server', 'agent', 'checks']) symlinkSync(join(ROOT, name), join(folder, name));
  const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Packages };
  const present = Object.fromEntries(
    Object.entries(packages).filter(
      ([path, { dev, optional, devOptional }]) =>
        path.includes('node_modules/') && !dev && !optional && !devOptional,
    ),
  );
  change(present);
  mkdirSync(join(folder, 'node_modules'));
  const lockfile = join(folder, 'node_modules', '.package-lock.json');
  writeFileSync(lockfile, JSON.stringify({ lockfileVersion: 3, packages: present }));
  const before = readFileSync(lockfile, 'utf8');
  const npm = (words: string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_fetch_retries: '0',
        ...env,
      },
    });
    const said = `${stdout}${stderr}`;
    assert.equal(readFileSync(lockfile, 'utf8'), before, said);
    assert.deepEqual(readdirSync(join(folder, 'node_modules')), ['.package-lock.json'], said);
    return { status, said };
  };
  return { folder, npm };
}

test('on an installed server, backup, restore, rotate-key and doctor work with the installed packages', {
  skip,
}, async (t) => {
  const { folder, npm } = installForServers(t);
  const [full, empty] = [await createTestDatabase(), await createTestDatabase({ migrations: null })];
  t.after(() => Promise.all([full.drop(), empty.drop()]));
  const env = { DATABASE_URL: full.address.connectionString, SECRET_KEY: 'ab'.repeat(32), DATA_DIR: folder };
  const file = join(folder, 'one.backup');

  const backup = npm(['backup', '--', file], env);
  assert.equal(backup.status, 0, backup.said);
  assert.ok(existsSync(file));
  const restore = npm(['restore', '--', file], { ...env, DATABASE_URL: empty.address.connectionString });
  assert.equal(restore.status, 0, restore.said);
  const rotated = npm(['rotate-key'], { ...env, SECRET_KEY_PREVIOUS: 'cd'.repeat(32) });
  assert.match(rotated.said, /stored passwords were sealed with the new key/);
  const doctor = npm(['doctor', '--', 'server'], { ...env, PORT: '1' });
  assert.match(doctor.said, /^ok {5}Database: answers/m);
});

test('packages of another version are reported and not replaced', { skip }, (t) => {
  const { npm } = installForServers(t, (packages) => {
    packages['node_modules/fastify'] = { version: '5.0.0' };
  });
  const { status, said } = npm(['doctor', '--', 'server']);
  assert.equal(status, 1);
  assert.match(said, /npm ci --omit=dev --omit=optional --ignore-scripts/);
});

test('a command that needs all packages does not replace those of the servers', {
  skip,
}, (t) => {
  const { npm } = installForServers(t);
  for (const name of ['start', 'bench']) {
    const { status, said } = npm([name]);
    assert.equal(status, 1);
    assert.match(said, /Only what servers need is installed here/);
  }
});
