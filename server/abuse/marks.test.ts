import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMarks } from './marks.ts';
import { missingBelongings } from './own-world.ts';

test('an answer is compared without random values, also if a random number contains the digits of an id', () => {
  const nobodys = missingBelongings(740_000_000, 'nobody_zq');
  const plain = [134_740_000_123, 303_188_965_268].map((id) =>
    withoutMarks({ status: 201, text: `{"ticketNumber":"CZN2-W37V","id":${id}}` }, [nobodys]),
  );
  assert.deepEqual(plain[0], plain[1]);
  const found = withoutMarks({ status: 200, text: '"740000123 of nobody_zq"' }, [nobodys]);
  assert.equal(found.text, '"# of #"');
});
