import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownClusterUrl } from '@pigeonpost/server/testing/fast-cluster';
import { MEASURES } from './command/measures.ts';

const PROGRAM = join(import.meta.dirname, 'command/run-small.ts');
const LIMIT_MS = 600_000;

test('every measure that needs no browser runs to its end', async () => {
  const env = { ...process.env, TEST_DATABASE_URL: process.env.TEST_DATABASE_URL || (await ownClusterUrl()) };
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [PROGRAM], { env, timeout: LIMIT_MS }, (error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}\n${error ? `It ended with ${error.code ?? error.signal}.` : ''}`),
    );
  });
  const names = MEASURES.filter(({ small }) => small !== null).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !output.includes(`\n${name}: measured`)),
    [],
    output,
  );
  assert.doesNotMatch(output, /It ended with/, output);
});
