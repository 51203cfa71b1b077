import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { ArchivedMessage } from './archive.ts';
import { readReplies, readThread } from './replies.ts';

const account = { own: 'Marta@club.example', domain: 'club.example' };
const since = new Date('2026-11-27T10:00:00Z');
const now = new Date('2026-11-27T12:00:00Z');

test('of all that the archive keeps, only a message from one other person is a reply', async () => {
  const { read } = archive([
    anna('Too early', '10:00'),
    anna('Yes please', '10:01'),
    { ...anna('Hello again', '10:02'), from: 'lena@elsewhere.example' },
    { ...anna('As one message', '10:03'), type: 'normal' },
    { ...anna('I sent you an OMEMO encrypted message', '10:04'), holds: ['eu.siacs.conversations.axolotl'] },
    { ...anna(null, '10:05'), holds: ['urn:xmpp:omemo:2', 'urn:xmpp:eme:0'] },
    own('Hi anna', '10:06'),
    { ...anna('To all', '10:07'), type: 'groupchat' },
    { ...anna('Not delivered', '10:08'), type: 'error' },
    { ...anna('👍', '10:09'), holds: ['urn:xmpp:reactions:0', 'urn:xmpp:fallback:0'] },
    { ...anna('Somebody of a room', '10:10'), holds: ['http://jabber.org/protocol/muc#user'] },
    anna(null, '10:11'),
    { ...anna('The server restarts', '10:12'), from: 'club.example' },
  ]);
  assert.deepEqual(await read(), {
    replies: [
      reply('Yes please', '10:01'),
      { ...reply('Hello again', '10:02'), person: ['lena@elsewhere.example'] },
      reply('As one message', '10:03'),
      reply('', '10:04'),
      reply('', '10:05'),
    ],
    readTo: now,
  });
});

test('a long text is cut without a broken character', async () => {
  const { read } = archive([anna(`${'x'.repeat(1999)}🙏 and more`, '10:01')]);
  assert.deepEqual((await read()).replies, [reply('x'.repeat(1999), '10:01')]);
});

test('the next reading goes on where replies or pages were too many', async () => {
  const written = [anna('one', '10:01'), anna('two', '10:02'), own('ours', '10:03')];
  const few = await archive(written).read(1);
  assert.deepEqual(few, { replies: [reply('one', '10:01')], readTo: at('10:01'), isCut: true });
  const long = await archive(written, false).read();
  assert.deepEqual([long.replies.length, long.readTo, long.isCut], [2, at('10:03'), true]);
});

test('the thread gives the copies, and what was written since our last message that arrived', async () => {
  const written = [
    anna('Before', '09:00'),
    own('Hi', '09:01'),
    { ...own('Hi', '09:02'), id: 'kept' },
    anna('Stop', '09:03'),
    { ...own('Lost', '09:04'), id: 'back' },
    { ...anna('Lost', '09:05'), id: 'back', type: 'error' },
    anna('Please', '09:06'),
  ];
  const request = { ...account, person: 'anna@club.example', text: 'Hi' };
  const open = (messages: ArchivedMessage[]) => readThread(archive(messages).page, request);
  assert.deepEqual(await open(written), {
    copies: 2,
    replies: [reply('Stop', '09:03'), reply('Please', '09:06')],
  });
  const many = Array.from({ length: 21 }, (_, n) => anna(`${n}`, `09:${n + 10}`));
  const { replies } = await open(many);
  assert.deepEqual([replies.length, replies[0]?.text, replies[19]?.text], [20, '1', '20']);
});

/** A tab in which the archive gives these messages. */
function archive(messages: ArchivedMessage[], isWhole = true) {
  const page = { evaluate: async () => ({ messages, isWhole }) } as unknown as Page;
  return { page, read: (most = 500) => readReplies(page, { ...account, since, most, now }) };
}

function anna(body: string | null, time: string): ArchivedMessage {
  const stamp = at(time).toISOString();
  return { siteId: time, stamp, from: 'anna@club.example', id: time, type: 'chat', body, holds: [] };
}

function own(body: string, time: string): ArchivedMessage {
  return { ...anna(body, time), from: 'marta@club.example' };
}

function reply(text: string, time: string) {
  return { person: ['anna@club.example', 'anna'], at: at(time), text, siteId: time };
}

function at(time: string): Date {
  return new Date(`2026-11-27T${time}:00Z`);
}
