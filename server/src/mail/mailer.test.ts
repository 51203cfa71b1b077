import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeCertificate, trust } from '../testing/certificate.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { createMailer, type Mailer } from './mailer.ts';

const MAIL = {
  to: 'marta@example.com',
  message_id: '0b6f6d0e-7a60-4a4e-9d4c-2f9a4f1f5f10',
  date: new Date('2026-09-12T09:00:00Z'),
  subject: 'Kiln open',
  text: 'Kiln open\n',
  html: '<p>Kiln open</p>',
  headers: {},
};

const send = (mailer: Mailer) => mailer.send(MAIL, new AbortController().signal);

function certificate(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'pigeonpost-mail-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const cert = makeCertificate(folder);
  return { cert, key: readFileSync(join(folder, 'privkey.pem'), 'utf8') };
}

test('to another machine mail goes by STARTTLS, to a certificate that is trusted', async (t) => {
  const { cert, key } = certificate(t);
  const smtp = await startMailServer(t, { cert, key, disabledCommands: ['AUTH'] });
  const mailer = createMailer({ ...smtp.settings, host: 'localhost', isOwnMachine: false });
  await assert.rejects(send(mailer), /self-signed certificate/);
  trust(t, cert);
  await send(mailer);
  assert.equal(smtp.mails.length, 1);
  const plain = await startMailServer(t);
  await assert.rejects(send(createMailer({ ...plain.settings, isOwnMachine: false })), /STARTTLS/);
  assert.equal(plain.mails.length, 0);
});

test('smtps:// is encrypted from the first byte on', async (t) => {
  const { cert, key } = certificate(t);
  trust(t, cert);
  const smtp = await startMailServer(t, { cert, key, secure: true, disabledCommands: ['AUTH'] });
  await send(createMailer({ ...smtp.settings, host: 'localhost', isSecure: true }));
  assert.equal(smtp.mails.length, 1);
});

test('a sign-in that is refused sends nothing, and checking it does not either', async (t) => {
  const smtp = await startMailServer(t, {
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pigeon' && password === 'kiln'
        ? done(null, { user: username })
        : done(new Error('No such user or password')),
  });
  const wrong = createMailer({ ...smtp.settings, auth: { user: 'pigeon', pass: 'raku' } });
  await assert.rejects(send(wrong), { code: 'EAUTH' });
  await assert.rejects(wrong.verify(), { code: 'EAUTH' });
  const right = createMailer({ ...smtp.settings, auth: { user: 'pigeon', pass: 'kiln' } });
  await right.verify();
  assert.equal(smtp.mails.length, 0);
  await send(right);
  assert.equal(smtp.mails.length, 1);
});

test('a mail server that says nothing is left at the limit', async (t) => {
  const open: Socket[] = [];
  const silent = createServer((socket) => open.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { settings } = await startMailServer(t);
  await assert.rejects(send(createMailer({ ...settings, port }, { limitMs: 50 })), { code: 'ETIMEDOUT' });
});
