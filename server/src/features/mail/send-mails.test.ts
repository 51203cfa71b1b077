import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Deps } from '../../deps.ts';
import { createMailer } from '../../mail/mailer.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { startTestApp, startTestPeers } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { claimMails } from './queries.ts';
import { queueMail } from './queue-mail.ts';
import { forgetMails, sendMails } from './send-mails.ts';

const MINUTE_MS = 60_000;
const PUBLIC_URL = 'https://news.example.com';
const RUNNING = new AbortController().signal;

async function start(t: TestContext) {
  const smtp = await startMailServer(t);
  const app = await startTestApp(t, { mail: smtp.settings, publicUrl: PUBLIC_URL });
  const marta = await app.signUp();
  const logged: string[] = [];
  const note = (...told: unknown[]) => void logged.push(JSON.stringify(told));
  const deps: Deps = { ...app.deps, log: { info: note, warn: note, error: note } };
  return {
    app,
    smtp,
    deps,
    logged,
    marta,
    queue: (more: { to?: string; due_at?: Date } = {}) =>
      deps.asUser(marta.id, (tx) =>
        queueMail(deps, tx, {
          user_id: marta.id,
          kind: 'email_changed',
          values: { username: marta.username, is_removed: false },
          to: 'marta@example.com',
          ...more,
        }),
      ),
    send: (of: Deps = deps) => sendMails(of, RUNNING),
    rows: async () =>
      (
        await app.database.pool.query(
          'select tries, due_at, sent_at, gave_up_at, error from mails order by id',
        )
      ).rows,
  };
}

test('a mail is sent once, as text and HTML of the same words, with its headers', async (t) => {
  const { smtp, app, marta, queue, send, rows } = await start(t);
  await queue();
  await send();
  await send();
  assert.equal(smtp.mails.length, 1);
  const [mail] = smtp.mails;
  assert.ok(mail);
  assert.deepEqual(mail.recipients, ['marta@example.com']);
  assert.equal(mail.from?.text, '"Pigeonpost" <pigeonpost@news.example.com>');
  assert.equal(mail.subject, 'Your e-mail address was changed');
  assert.deepEqual(mail.date, app.clock.now());
  assert.match(mail.messageId ?? '', /^<[0-9a-f-]{36}@news\.example\.com>$/);
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated');
  assert.doesNotMatch(mail.source, /^List-Unsubscribe/im);
  const words = `The mail of the account ${marta.username} at ${PUBLIC_URL} goes to another address from now on.`;
  assert.ok(mail.text?.startsWith(words), mail.text);
  assert.ok(String(mail.html).includes(`<p>${words}</p>`));
  assert.match(String(mail.html), /color-scheme: light dark/);
  assert.equal((await rows())[0].sent_at, app.clock.now().toISOString());
});

test('without mail, or without a confirmed address, nothing is queued', async (t) => {
  const { app, deps, marta, rows } = await start(t);
  const mail = {
    user_id: marta.id,
    kind: 'email_changed',
    values: { username: 'x', is_removed: true },
  } as const;
  assert.equal(await deps.asSystem('test', (tx) => queueMail(deps, tx, mail)), undefined);
  const without = { ...deps, mail: createMailer(undefined) };
  const to = 'marta@example.com';
  assert.equal(await deps.asSystem('test', (tx) => queueMail(without, tx, { ...mail, to })), undefined);
  assert.deepEqual(await rows(), []);
  await app.database.pool.query(
    `insert into email_addresses (user_id, address, confirmed_at) values ($1, $2, now())`,
    [marta.id, to],
  );
  assert.ok(await deps.asUser(marta.id, (tx) => queueMail(deps, tx, mail)));
});

test('a mail that is due later waits', async (t) => {
  const { app, smtp, queue, send } = await start(t);
  await queue({ due_at: new Date(app.clock.now().getTime() + 30 * MINUTE_MS) });
  await send();
  assert.equal(smtp.mails.length, 0);
  app.clock.advance(30 * MINUTE_MS);
  await send();
  assert.equal(smtp.mails.length, 1);
});

for (const answer of [450, 550] as const) {
  test(`a mail that meets ${answer} is tried again after 1, 5, 30 and 120 minutes, then given up`, async (t) => {
    const { app, smtp, logged, queue, send, rows } = await start(t);
    smtp.answer = answer;
    await queue();
    await send();
    for (const [index, minutes] of [1, 5, 30, 120].entries()) {
      const [row] = await rows();
      assert.equal(row.tries, index + 1);
      assert.equal(
        row.due_at,
        new Date(app.clock.now().getTime() + minutes * MINUTE_MS).toISOString(),
        `${minutes}`,
      );
      assert.equal(row.gave_up_at, null);
      app.clock.advance(minutes * MINUTE_MS - 1);
      await send();
      assert.equal((await rows())[0].tries, index + 1, 'not before');
      app.clock.advance(1);
      await send();
    }
    const [row] = await rows();
    assert.deepEqual([row.tries, row.gave_up_at], [5, app.clock.now().toISOString()]);
    assert.match(row.error, new RegExp(`${answer}`));
    app.clock.advance(24 * 60 * MINUTE_MS);
    smtp.answer = 250;
    await send();
    assert.equal(smtp.mails.length, 0);
    assert.equal(logged.length, 1);
    assert.match(
      logged[0] ?? '',
      new RegExp(`\\(email_changed\\) was not sent in 5 tries and is given up: EENVELOPE ${answer}\\.`),
    );
    assert.doesNotMatch(logged[0] ?? '', /@/);
  });
}

test('a server that is killed between sending and writing sends it again with the same Message-ID', async (t) => {
  const { app, smtp, deps, queue, send } = await start(t);
  await queue();
  let calls = 0;
  const killed: Deps = {
    ...deps,
    asSystem: async (purpose, work) => {
      if (++calls > 1) throw new Error('killed');
      return deps.asSystem(purpose, work);
    },
  };
  await assert.rejects(send(killed), /killed/);
  assert.equal(smtp.mails.length, 1);
  await send();
  assert.equal(smtp.mails.length, 1, 'while it may still be sending');
  app.clock.advance(3 * MINUTE_MS);
  await send();
  assert.equal(smtp.mails.length, 2);
  assert.equal(smtp.mails[0]?.messageId, smtp.mails[1]?.messageId);
  app.clock.advance(3 * MINUTE_MS);
  await send();
  assert.equal(smtp.mails.length, 2);
});

test('two servers at the same time send each mail once', async (t) => {
  const smtp = await startMailServer(t);
  const [one, other] = await startTestPeers(t, { mail: smtp.settings, publicUrl: PUBLIC_URL });
  const marta = await one.signUp();
  const addresses = Array.from({ length: 23 }, (_, index) => `marta${index}@example.com`);
  await one.deps.asSystem('test', async (tx) => {
    for (const to of addresses)
      await queueMail(one.deps, tx, {
        user_id: marta.id,
        kind: 'email_changed',
        values: { username: 'marta', is_removed: false },
        to,
      });
  });
  await Promise.all([sendMails(one.deps, RUNNING), sendMails(other.deps, RUNNING)]);
  const sent = () => smtp.mails.flatMap(({ recipients }) => recipients).sort();
  assert.deepEqual(sent(), addresses.sort());

  // What one of them is just taking, the other leaves without waiting.
  smtp.mails.splice(0);
  await one.database.pool.query('update mails set sent_at = null');
  const now = one.clock.now();
  const taken = await one.deps.asSystem('test', async (tx) => {
    const sending_until = new Date(now.getTime() + MINUTE_MS);
    const claimed = await claimMails(tx, { now, sending_until, limit: 5 });
    await sendMails(other.deps, RUNNING);
    return claimed.map(({ to_address }) => to_address);
  });
  assert.equal(taken.length, 5);
  assert.deepEqual(sent(), addresses.filter((one) => !taken.includes(one)).sort());
});

test('what was written before a restore is given up without a word, and later mail is sent', async (t) => {
  const { app, smtp, deps, logged, marta, queue, send, rows } = await start(t);
  const { pool } = app.database;
  await queue();
  await pool.query('update server_identity set epoch = epoch + 1');
  deps.identity.epoch += 1;
  await queue();
  await send();
  assert.equal(smtp.mails.length, 1);
  // A copy that was noticed by an agent of its user alone.
  await queue();
  await pool.query('update users set epoch = $2 where id = $1', [marta.id, deps.identity.epoch + 1]);
  await send();
  assert.equal(smtp.mails.length, 1);
  await queue();
  await send();
  assert.equal(smtp.mails.length, 2);
  assert.deepEqual(
    (await rows()).map(({ sent_at, error }) => [sent_at !== null, error]),
    [
      [false, 'Older than a restore'],
      [true, null],
      [false, 'Older than a restore'],
      [true, null],
    ],
  );
  assert.deepEqual(logged, []);
});

test('a mail server that does not answer stops nobody: the job ends at once with its server', async (t) => {
  const { smtp, app, deps, queue, rows } = await start(t);
  const given: AbortSignal[] = [];
  const silent = {
    ...deps.mail,
    send: (_mail: unknown, signal: AbortSignal) => {
      given.push(signal);
      return new Promise<void>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    },
  };
  await queue();
  const stop = new AbortController();
  const sending = sendMails({ ...deps, mail: silent }, stop.signal);
  await until('a mail under way', () => given.length === 1);
  // Meanwhile no transaction is open, and others work.
  await queue();
  stop.abort();
  assert.equal(given[0]?.aborted, true);
  await sending;
  assert.deepEqual(
    (await rows()).map(({ tries, error }) => [tries, error]),
    [
      [1, null],
      [0, null],
    ],
  );
  app.clock.advance(3 * MINUTE_MS);
  await sendMails(deps, RUNNING);
  assert.equal(smtp.mails.length, 2);
});

test('a mail server that is slow beyond all measure is left after two minutes', async (t) => {
  const { smtp, app, queue, send, rows } = await start(t);
  smtp.answer = 'none';
  await queue();
  const sending = send();
  await until('a mail under way', () => app.clock.sleepingFor(2 * MINUTE_MS) > 0);
  app.clock.advance(2 * MINUTE_MS);
  await sending;
  const [row] = await rows();
  assert.equal(row.due_at, new Date(app.clock.now().getTime() + MINUTE_MS).toISOString());
});

test('mails are forgotten after 30 days', async (t) => {
  const { app, queue, deps, rows } = await start(t);
  await queue();
  app.clock.advance(30 * 24 * 60 * MINUTE_MS - 1);
  await forgetMails(deps);
  assert.equal((await rows()).length, 1);
  app.clock.advance(1);
  await forgetMails(deps);
  assert.equal((await rows()).length, 0);
});
