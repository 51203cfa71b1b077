import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSize, formatTotalSize } from './format-size.ts';

test('a folder below 1 MB is shown in KB, any other in MB', () => {
  assert.deepEqual([0, 0.635, 0.9994, 0.9996, 1, 412.61, 1153.4].map(formatSize), [
    '0 KB',
    '635 KB',
    '999 KB',
    '1.0 MB',
    '1.0 MB',
    '412.6 MB',
    '1,153.4 MB',
  ]);
});

test('the sum of folders is shown in GB from 1,000 MB on', () => {
  assert.deepEqual([0.635, 999.4, 1153.4].map(formatTotalSize), ['635 KB', '999.4 MB', '1.2 GB']);
});
