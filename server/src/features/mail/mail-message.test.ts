import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMailer } from '../../mail/mailer.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { mailMessage } from './mail-message.ts';

const HOSTILE = 'Kiln\r\nBcc: bo@example.com\r\n\r\n<script>alert(1)</script> \u202egnp.exe & "raku"';

test('a text of others adds no header, no line and no markup, and turns nothing around', async (t) => {
  const smtp = await startMailServer(t);
  const message = mailMessage({
    subject: HOSTILE,
    lines: [HOSTILE],
    items: [{ text: HOSTILE, link: { label: HOSTILE, url: 'https://news.example.com/"><b>\r\nx' } }],
  });
  await createMailer(smtp.settings).send(
    { ...message, to: 'marta@example.com', message_id: 'one', date: new Date(0) },
    new AbortController().signal,
  );
  const [mail] = smtp.mails;
  const seen = 'Kiln Bcc: bo@example.com <script>alert(1)</script> gnp.exe & "raku"';
  assert.deepEqual(mail?.recipients, ['marta@example.com']);
  assert.equal(mail?.bcc, undefined);
  assert.equal(mail?.subject, seen);
  assert.equal(mail?.text?.trimEnd(), `${seen}\n\n${seen}\n${seen}: https://news.example.com/%22%3E%3Cb%3Ex`);
  assert.doesNotMatch(String(mail?.html), /<script|<b>|\u202e/);
});

test('a mail that may be stopped says so by one click', async (t) => {
  const smtp = await startMailServer(t);
  const url = 'https://news.example.com/unsubscribe/abc';
  const message = mailMessage({ subject: 'News', lines: ['Kiln open'], unsubscribe: { url } });
  await createMailer(smtp.settings).send(
    { ...message, to: 'marta@example.com', message_id: 'one', date: new Date(0) },
    new AbortController().signal,
  );
  const [mail] = smtp.mails;
  assert.match(mail?.source ?? '', /^List-Unsubscribe: <https:\/\/news\.example\.com\/unsubscribe\/abc>\r$/m);
  assert.match(mail?.source ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  assert.equal(mail?.text?.trimEnd(), `Kiln open\n\nStop these mails: ${url}`);
});
