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
