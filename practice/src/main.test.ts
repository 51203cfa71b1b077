import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDataDir, startInbox } from './testing/visitor.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');

test('an error at the start of the practice inbox is a sentence', async (t) => {
  const DATA_DIR = await makeDataDir(t);
  const start = (env: NodeJS.ProcessEnv) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR, ...env },
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const taken = new URL((await startInbox(t)).url).port;
  assert.deepEqual(start({ PRACTICE_PORT: taken }), {
    status: 1,
    said: `Port ${taken} is taken by another program. Set PRACTICE_PORT to a free one.\n`,
  });
  assert.deepEqual(start({ PRACTICE_PORT: 'http' }), {
    status: 1,
    said: 'PRACTICE_PORT must be a number from 0 to 65535, not "http".\n',
  });
  // An address reserved for documentation, so no machine has it.
  assert.deepEqual(start({ PRACTICE_PORT: '0', PRACTICE_HOST: '192.0.2.1' }), {
    status: 1,
    said: '192.0.2.1 is no address of this machine. Set PRACTICE_HOST to one, or leave it out.\n',
  });
});
