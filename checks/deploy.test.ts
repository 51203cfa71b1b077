import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './run-step.ts';
import { readSource } from './source-files.ts';

const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

test('the image takes the package.json of every workspace', () => {
  const { workspaces } = JSON.parse(readSource('package.json')) as { workspaces: string[] };
  const dockerfile = readSource('deploy/Dockerfile');
  assert.deepEqual(
    workspaces.filter((name) => !dockerfile.includes(`COPY ${name}/package.json ${name}/\n`)),
    [],
  );
});

test('neither git nor an image takes the secrets of a deployment', () => {
  const lines = (path: string) => readSource(path).split('\n');
  assert.deepEqual(
    ['/deploy/.env', '/deploy/tls/'].filter((line) => !lines('.gitignore').includes(line)),
    [],
  );
  assert.deepEqual(
    ['**/.env', 'deploy/tls'].filter((line) => !lines('.dockerignore').includes(line)),
    [],
  );
});

test('every image is named by its exact version', () => {
  const named = ['deploy/Dockerfile', 'deploy/compose.yaml'].flatMap((path) =>
    [...readSource(path).matchAll(/^(?:FROM|\s+image:) (\S+:\S+)/gm)].map(([, image]) => image ?? ''),
  );
  assert.ok(named.length >= 4);
  assert.deepEqual(
    named.filter((image) => !/:\d+\.\d+(?:\.\d+)?(?:-\S+)?$/.test(image)),
    [],
  );
});

test('systemd accepts the unit', {
  skip: !has('systemd-analyze', '--version') && 'systemd is not here',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pigeonpost@.service');
  writeFileSync(file, readSource('deploy/pigeonpost@.service').replace('/usr/bin/node', process.execPath));
  const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8', cwd: ROOT });
  assert.equal(checked.status, 0, checked.stderr);
});

test('compose.yaml passes every setting that README.md has for the server', () => {
  const compose = readSource('deploy/compose.yaml');
  const settings = serverSettings(readSource('README.md'));
  assert.ok(settings.includes('SECRET_KEY_PREVIOUS') && settings.includes('PRACTICE_URL'), settings.join());
  assert.deepEqual(
    settings.filter((name) => !passedSettings(compose).includes(name)),
    [],
  );
  assert.ok(!passedSettings(compose.replace('    TRIAL_DAYS:', '    # TRIAL_DAYS:')).includes('TRIAL_DAYS'));
});

test('nginx.conf resolves the servers of compose.yaml again, with an nginx that can', () => {
  const [compose, nginx] = [readSource('deploy/compose.yaml'), readSource('deploy/nginx.conf')];
  const servers = [...compose.matchAll(/^ {2}([\w-]+): \*server$/gm)].map(([, name]) => name);
  assert.ok(servers.length > 1);
  assert.deepEqual(
    servers.filter((name) => !nginx.includes(`server ${name}:3000 resolve `)),
    [],
  );
  // `resolve` needs both: a resolver, and memory that the workers share.
  assert.match(nginx, /^\tresolver 127\.0\.0\.11 valid=\d+s\b.*;$/m);
  assert.match(nginx, /^\t\tzone pigeonpost \d+k;$/m);
  const [, minor] = /image: nginx:1\.(\d+)/.exec(compose) ?? [];
  assert.ok(Number(minor) >= 28, 'an open nginx can since 1.27.3');
});

/** The names in the first column of the table of the server's settings. */
function serverSettings(readme: string): string[] {
  const [, table = ''] = /^\| server \|.*\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  const rows = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return rows.flatMap((names) => names.match(/[A-Z][A-Z_]+/g) ?? []);
}

/** The names under the `environment` of the servers. */
function passedSettings(compose: string): string[] {
  const [, block = ''] = /^x-server:[\s\S]*?^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
  return [...block.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
}
