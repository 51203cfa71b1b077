import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';

test('the practice inbox keeps its own folder in DATA_DIR and listens on this machine only', () => {
  assert.deepEqual(readConfig({ DATA_DIR: '/data', PRACTICE_PORT: '4700' }), {
    dataDir: '/data/practice',
    host: '127.0.0.1',
    port: 4700,
  });
});

test('an invalid port is refused with a sentence', () => {
  assert.throws(() => readConfig({ PRACTICE_PORT: 'http' }), /PRACTICE_PORT must be a number/);
});
