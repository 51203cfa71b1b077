import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSize } from './format-size.ts';

test('a folder below 1 MB is told in KB, any other in MB, and many together in GB', () => {
  assert.deepEqual([0, 0.635, 0.9994, 1, 412.61, 1153.4].map(formatSize), [
    '0 KB',
    '635 KB',
    '999 KB',
    '1.0 MB',
    '412.6 MB',
    '1.2 GB',
  ]);
});
