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

test('nginx takes the configuration', { skip: !has('nginx', '-v') && 'nginx is not here' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-nginx-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  spawnSync('openssl', ['req', '-x509', ...key, ...certificate, '-subj', '/CN=localhost']);
  const file = join(folder, 'nginx.conf');
  // The servers have these names only beside each other.
  const config = readSource('deploy/nginx.conf')
    .replaceAll('/etc/nginx/tls', folder)
    .replaceAll(/server-\d:/g, '127.0.0.1:');
  writeFileSync(file, config);
  const globals = `pid ${join(folder, 'pid')}; error_log stderr;`;
  const checked = spawnSync('nginx', ['-t', '-c', file, '-g', globals], { encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stderr);
});

test('systemd takes the unit', {
  skip: !has('systemd-analyze', '--version') && 'systemd is not here',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-unit-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pigeonpost@.service');
  writeFileSync(file, readSource('deploy/pigeonpost@.service').replace('/usr/bin/node', process.execPath));
  const checked = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8', cwd: ROOT });
  assert.equal(checked.status, 0, checked.stderr);
});
