import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const PROGRAM = join(import.meta.dirname, 'demo/main.ts');

test('a demo whose practice inbox finds its port taken says so in sentences and ends', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pigeonpost-demo-start-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, PRACTICE_PORT: String(port) },
  });
  assert.equal(status, 1);
  assert.equal(
    stdout,
    `practice | Port ${port} is taken by another program. Set PRACTICE_PORT to a free one.\n`,
  );
  assert.equal(
    stderr,
    'The demo could not start: practice/src/main.ts has ended (1). Its own lines say why.\n',
  );
});
