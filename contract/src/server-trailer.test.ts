import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrailer, TRAILER_MAX, writeTrailer } from './server-trailer.ts';

const PROGRAM = new Uint8Array(5000).fill(7);
const endOf = (address: string) => Buffer.concat([PROGRAM, writeTrailer(address)]).subarray(-TRAILER_MAX);

test('a downloaded program names the server that it came from', () => {
  for (const address of [
    'https://pigeons.example.com',
    'http://[::1]:3000',
    `https://${'a'.repeat(900)}.example`,
  ])
    assert.equal(readTrailer(endOf(address)), address);
});

test('a program without a trailer, or with half of one, names none', () => {
  assert.equal(readTrailer(PROGRAM), undefined);
  assert.equal(readTrailer(new Uint8Array()), undefined);
  assert.equal(readTrailer(endOf('')), undefined);
  assert.equal(readTrailer(endOf('https://a.example').subarray(0, -1)), undefined);
  assert.equal(readTrailer(writeTrailer('https://a.example').subarray(3)), undefined);
});
