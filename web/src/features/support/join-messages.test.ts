import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinMessages } from './join-messages.ts';

const messages = (...ids: number[]) =>
  ids.map((id) => ({ id, account_id: 1, author_name: 'nils', message: '', created_at: '' }));
const join = (earlier: number[], later: number[]) =>
  joinMessages(messages(...earlier), messages(...later)).map(({ id }) => id);

test('earlier messages come before later ones, each once', () => {
  assert.deepEqual(join([1, 2, 3], [3, 4]), [1, 2, 3, 4]);
  assert.deepEqual(join([], [3, 4]), [3, 4]);
});

test('messages before a gap are left out', () => {
  assert.deepEqual(join([1, 2, 3], [7, 8]), [7, 8]);
});
