import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_TOASTS, TOAST_MS } from './toast-kind.ts';

test('toasts stay as long as they take to read, loading ones until their end, and at most twenty', () => {
  const { success, warning, error, conflict, loading } = TOAST_MS;
  assert.deepEqual([success, warning, error, conflict], [3000, 4000, 5000, 6000]);
  assert.equal(loading, false);
  assert.equal(MOST_TOASTS, 20);
});
