import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFile } from './plan-file.ts';

test('the names of a plan are a file with their reasons, and no cell is a formula', async () => {
  const file = planFile([
    { text: 'Nothing for "city"', people: ['lena.hartog'] },
    { text: 'Messaged before, today', people: ['=1+1', 'nils_b'] },
  ]);
  // Blob.text() drops the mark.
  const bytes = new Uint8Array(await file.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(
    new TextDecoder().decode(bytes),
    [
      'recipient,reason',
      'lena.hartog,"Nothing for ""city"""',
      `'=1+1,"Messaged before, today"`,
      'nils_b,"Messaged before, today"',
      '',
    ].join('\r\n'),
  );
});
