import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupMessages } from './group-messages.ts';

let id = 0;
const said = (author_name: string, created_at: string) => ({
  id: ++id,
  account_id: author_name === 'ida' ? 1 : 2,
  author_name,
  message: 'Hello',
  created_at,
});

test('a thread has a line per day, and a name and time once per run', () => {
  const days = groupMessages([
    said('nils', '2026-09-11T09:14:00'),
    said('nils', '2026-09-11T09:16:00'),
    said('ida', '2026-09-11T09:41:00'),
    said('nils', '2026-09-11T09:42:00'),
    said('nils', '2026-09-11T10:00:00'),
    said('nils', '2026-09-12T08:02:00'),
  ]);
  assert.deepEqual(
    days.map(({ day, runs }) => [
      day,
      runs.map(({ author_name, messages }) => [author_name, messages.length]),
    ]),
    [
      [
        '11-09-2026',
        [
          ['nils', 2],
          ['ida', 1],
          ['nils', 1],
          ['nils', 1],
        ],
      ],
      ['12-09-2026', [['nils', 1]]],
    ],
  );
  assert.deepEqual(groupMessages([]), []);
});
