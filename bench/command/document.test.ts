import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putFigures, showFigures } from './document.ts';
import type { Measure } from './measures.ts';

const MEASURE: Measure = {
  name: 'import',
  title: 'Import',
  beside: 'COPY',
  args: ['10'],
  small: null,
  limitMinutes: 1,
};
const RUN = { date: '2026-01-02', commit: 'abc1234', machine: '2 cores' };

test('new figures replace the last ones, and hand-written text stays', () => {
  const written = '# Benchmarks\n\nBy hand.\n';
  const first = putFigures(putFigures(written, 'import', '1.2'), 'memory', '240');
  const second = putFigures(`${first}\nAlso by hand.\n`, 'import', '1.1');
  assert.equal(
    second,
    `${written}
<!-- figures of import -->
1.1
<!-- end of import -->

<!-- figures of memory -->
240
<!-- end of memory -->

Also by hand.
`,
  );
});

test('figures without an end mark are left alone', () => {
  assert.throws(() => putFigures('<!-- figures of import -->\n1.2\n', 'import', '1.1'), /no end/);
});

test('a measure that failed without figures leaves the last ones alone', () => {
  const failed = { report: undefined, text: 'half a table', error: 'It ended with 1.', seconds: 3 };
  assert.equal(showFigures(MEASURE, failed, RUN), undefined);
});

test('figures are a table with the used columns, the command, the day and the machine', () => {
  const report = { figures: [{ what: 'a|b', ours: '5 ms' }], notes: ['10 names.'] };
  assert.equal(
    showFigures(MEASURE, { report, text: '', error: undefined, seconds: 3 }, RUN),
    [
      '## Import',
      '`node bench/import.ts 10`, beside COPY. 2026-01-02, commit abc1234, 2 cores; 3 s.',
      '|  | ours |\n| --- | --- |\n| a\\|b | 5 ms |',
      '10 names.',
    ].join('\n\n'),
  );
});
