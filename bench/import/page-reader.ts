import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { time } from '../figures.ts';

// Reads one page of a list after the other from 'begin' to 'end', and then reports how long each took. In its own
// process: writing a million names as JSON in the importing process would count as waiting.
const { SERVER_URL: baseUrl = '', TOKEN: token = '', LIST_ID } = process.env;
const READ_EVERY_MS = 20;
const PAGES = 100;
// The first pages of a just started server take longer in any case.
const WARM_UP_PAGES = 50;

const call = createClient({ baseUrl, token: () => token });
const params = { id: Number(LIST_ID) };
let isReading = false;

process.on('message', (word) => {
  isReading = word === 'begin';
  if (isReading) void read();
});
for (let index = 0; index < WARM_UP_PAGES; index++) await readPage(index);
process.send?.('ready');

async function read(): Promise<void> {
  const waits: number[] = [];
  while (isReading) {
    waits.push(await time(() => readPage(waits.length)));
    await pause(READ_EVERY_MS);
  }
  process.send?.(waits);
}

function readPage(index: number) {
  return call('GET /api/lists/{id}/recipients', { params, query: { page: 1 + (index % PAGES), limit: 50 } });
}
