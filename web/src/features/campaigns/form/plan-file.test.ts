import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFile } from './plan-file.ts';

test('the names of a plan are a file with their reasons, and no cell is a formula', async () => {
  const file = planFile([
    { reason: 'unfilled', field: 'city', text: 'Nothing for "city"', people: ['lena.hartog'] },
    { reason: 'messaged', field: null, text: 'Messaged already, on 12-09-2026', people: ['@tam'] },
    {
      reason: 'left_out',
      field: 'In a list that is left out: Kiln, open',
      text: 'In a list that is left out: Kiln, open',
      people: ['=1+1', ' @nils'],
    },
  ]);
  // Blob.text() drops the mark.
  const bytes = new Uint8Array(await file.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(
    new TextDecoder().decode(bytes),
    [
      'recipient,reason',
      'lena.hartog,Nothing for “city”',
      // The date is that of one of them.
      "'@tam,Messaged already",
      `'=1+1,"In a list that is left out: Kiln, open"`,
      `' @nils,"In a list that is left out: Kiln, open"`,
      '',
    ].join('\r\n'),
  );
});
