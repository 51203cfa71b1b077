import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pigeonpost/contract/client';
import { time } from '../figures.ts';

// Reads one page of a list after the other from 'begin' to 'end', and then tells how long each took. A process of its
// own: whoever sends a million names has them written as JSON at once, and would count that as waiting.
const { SERVER_URL: baseUrl = '', TOKEN: token = '', LIST_ID } = process.env;
const READ_EVERY_MS = 20;
const PAGES = 100;

const call = createClient({ baseUrl, token: () => token });
const params = { id: Number(LIST_ID) };
let isReading = false;

process.on('message', (word) => {
  isReading = word === 'begin';
  if (isReading) void read();
});
process.send?.('ready');

async function read(): Promise<void> {
  const waits: number[] = [];
  while (isReading) {
    const query = { page: 1 + (waits.length % PAGES), limit: 50 };
    waits.push(await time(() => call('GET /api/lists/{id}/recipients', { params, query })));
    await pause(READ_EVERY_MS);
  }
  process.send?.(waits);
}
