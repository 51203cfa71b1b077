import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeAsText } from './write-as-text.ts';

test('nothing in a message is formatting to snac, and links stay links', () => {
  for (const [message, written] of [
    ['Hi Anna 🕊️\nsee you', 'Hi Anna 🕊️\nsee you'],
    ['  Hi\r\nthere \n', 'Hi\nthere'],
    ['"a" & <b>', '&#34;a&#34; &#38; &#60;b&#62;'],
    ['*b* @ben #tag :-)', '&#42;b&#42; &#64;ben &#35;tag &#58;&#45;&#41;'],
    ['> no quote', '&#62; no quote'],
    ['a  b\n  c', 'a &#160;b\n&#160;&#160;c'],
    ['at https://club.example/a_b?x=1&y=*2#c (now)', 'at https://club.example/a_b?x=1&y=*2#c &#40;now&#41;'],
  ] as const) {
    assert.equal(writeAsText(message), written);
  }
});
