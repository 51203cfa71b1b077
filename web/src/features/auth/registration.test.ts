import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsOf } from './registration.ts';

test('a good registration has no error', () => {
  assert.deepEqual(errorsOf({ username: 'marta', password: 'secret', confirmPassword: 'secret' }), {});
});

test('each field shows its own error', () => {
  assert.deepEqual(errorsOf({ username: 'ma', password: 'short', confirmPassword: 'other' }), {
    username: 'Username must be at least 3 characters long',
    password: 'Password must be at least 6 characters long',
    confirmPassword: 'Passwords do not match',
  });
});
