import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startMailApp } from '../../testing/mail-app.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestAppOn } from '../../testing/test-app.ts';
import { sendMails } from '../mail/send-mails.ts';
import { mailNotifications } from './mail-notifications.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Marta in Oslo, with a confirmed address, on a server with mail. */
async function startMarta(t: TestContext) {
  const mail = await startMailApp(t);
  const { app } = mail;
  const marta = await mail.signUp({ timeZone: 'Europe/Oslo' });
  await mail.giveAddress(marta, 'marta@example.com');
  return {
    ...mail,
    marta,
    tell: (kind: string, args: object) =>
      app.database.pool.query('select notify_user($1, $2, $3, $4)', [
        app.clock.now(),
        marta.id,
        kind,
        JSON.stringify(args),
      ]),
    /** What arrives after so many seconds. */
    async after(seconds: number) {
      app.clock.advance(seconds * 1000);
      await mailNotifications(app.deps);
      return mail.deliver();
    },
  };
}

const ended = (name: string) => ({
  campaigns: [{ campaign_id: 7, campaign_name: name, sent: 8, failed: 2 }],
});
const TICKET = { ticket_id: 5, subject: 'A longer trial' };

test('what is unread for half an hour goes out as one mail, once, with one link an item', async (t) => {
  const { marta, tell, after } = await startMarta(t);
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  await tell('campaign_ended', ended('Kiln <b>open</b>'));
  assert.deepEqual(await after(20 * MINUTE), []);
  await tell('subscription_ends', { end_date: '2026-12-05T22:59:00Z', days: 7 });
  assert.deepEqual(await after(9 * MINUTE), []);
  const [mail, ...others] = await after(MINUTE);
  assert.ok(mail);
  assert.deepEqual(others, []);
  assert.deepEqual(mail.recipients, ['marta@example.com']);
  assert.equal(mail.subject, 'Kiln <b>open</b> has ended');
  assert.equal(
    mail.text?.trimEnd(),
    `For the account ${marta.username} at https://news.example.com:

Kiln <b>open</b> has ended. 8 of 10 sent.
Look at what was reached: https://news.example.com/campaigns/7

Stop these mails: ${/https:\/\/news\.example\.com\/unsubscribe\/\S+/.exec(mail.text ?? '')?.[0]}`,
  );
  assert.match(String(mail.html), /Kiln &lt;b&gt;open&lt;\/b&gt; has ended/);
  assert.match(mail.source, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(mail.source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  assert.deepEqual(await after(DAY), []);
  const { notifications } = await marta.call('GET /api/notifications');
  assert.deepEqual(
    notifications.map(({ kind, is_mailed }) => [kind, is_mailed]),
    [
      ['subscription_ends', false],
      ['campaign_ended', true],
    ],
  );
});

test('what was read in the app, is over, or is not wanted by mail is not mailed, also not later', async (t) => {
  const { marta, tell, after } = await startMarta(t);
  await tell('ticket_answered', TICKET);
  await marta.call('POST /api/notifications/read', { body: { ids: 'all' } });
  // There is no such ticket, so that its answer is over, and ends are mailed only to who chose it.
  await tell('ticket_answered', TICKET);
  await tell('campaign_ended', ended('Autumn'));
  assert.deepEqual(await after(HOUR), []);
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  assert.deepEqual(await after(HOUR), []);
});

test('what was told before there was an address, or three days ago, is not mailed', async (t) => {
  const { app, marta, tell, after } = await startMarta(t);
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  await tell('campaign_ended', ended('Autumn'));
  app.clock.advance(MINUTE * 1000);
  await app.database.pool.query('update email_addresses set confirmed_at = $1', [app.clock.now()]);
  assert.deepEqual(await after(HOUR), []);
  await tell('campaign_ended', ended('Winter'));
  app.clock.advance(3 * DAY * 1000);
  assert.deepEqual(await after(MINUTE), []);
});

test('two hours and a morning are waited for as the user chose, in their zone', async (t) => {
  const { app, marta, tell, after } = await startMarta(t);
  const choose = (collect: 'two_hours' | 'daily') =>
    marta.call('PUT /api/notifications/choices', {
      body: { collect, choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
    });
  await choose('two_hours');
  await tell('campaign_ended', ended('Autumn'));
  assert.deepEqual(await after(119 * MINUTE), []);
  assert.equal((await after(MINUTE)).length, 1);
  await choose('daily');
  // 08:00 in Oslo is 06:00 in UTC while it is summer there, and 07:00 in winter.
  const now = app.clock.now();
  const next = Date.UTC(now.getUTCFullYear() + 1, 0, 20, 8);
  app.clock.advance(next - now.getTime());
  await app.database.pool.query(`update sessions set expires_at = 'infinity'`);
  await tell('campaign_ended', ended('Winter'));
  assert.deepEqual(await after(22 * HOUR + 59 * MINUTE), []);
  assert.equal((await after(MINUTE)).length, 1);
});

test('ten thousand notifications of a night become one mail', async (t) => {
  const { app, marta, after } = await startMarta(t);
  await app.database.pool.query(
    `insert into notifications (user_id, kind, args, created_at)
     select $1, 'subscription_ends', jsonb_build_object('end_date', subscription_end_date, 'days', n), $2
     from users, generate_series(1, 10000) n where id = $1`,
    [marta.id, app.clock.now()],
  );
  const mails = await after(HOUR);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Your subscription ends soon, and 499 more'],
  );
  assert.match(mails[0]?.text ?? '', /These are the newest 20 of 500\./);
  assert.deepEqual(await after(HOUR), []);
});

test('twenty mails a day are the most; what is beyond comes with the first of the next day', async (t) => {
  const { app, marta, tell, after } = await startMarta(t);
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  const midnight = new Date(app.clock.now().getTime() + DAY * 1000);
  midnight.setUTCHours(23, 5, 0, 0);
  app.clock.advance(midnight.getTime() - app.clock.now().getTime());
  let arrived = 0;
  for (let nth = 1; nth <= 22; nth += 1) {
    await tell('campaign_ended', ended(`Number ${nth}`));
    arrived += (await after(31 * MINUTE)).length;
  }
  assert.equal(arrived, 20);
  const [next, ...others] = await after(13 * HOUR);
  assert.equal(next?.subject, 'Number 22 has ended, and 1 more');
  assert.deepEqual(others, []);
});

test('one click ends the mails of a kind; looking at the link, and a forged one, change nothing', async (t) => {
  const { app, marta, tell, after } = await startMarta(t);
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  const mailed = async () => {
    const { choices } = await marta.call('GET /api/notifications/choices');
    return choices.filter(({ by_mail }) => by_mail).map(({ kind }) => kind);
  };
  const before = await mailed();
  await tell('campaign_ended', ended('Autumn'));
  const [mail] = await after(HOUR);
  const [path = ''] = /\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
  const open = async (method: string, at: string) => {
    const answer = await fetch(`${app.url}${at}`, {
      method,
      ...(method === 'POST' && {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
    const text = await answer.text();
    return [answer.status, /<h1>(.*)<\/h1>/.exec(text)?.[1]];
  };
  assert.deepEqual(await open('GET', path), [200, 'End these mails?']);
  const forged = path.replace('campaign_ended', 'profile_blocked');
  assert.notEqual(forged, path);
  for (const wrong of [forged, `${path}x`, '/unsubscribe/', '/unsubscribe/1.wishes.x'])
    assert.deepEqual(await open('POST', wrong), [404, 'This link is incomplete'], wrong);
  assert.deepEqual(await mailed(), before);
  assert.deepEqual(await open('POST', path), [200, 'These mails have ended']);
  assert.deepEqual(
    await mailed(),
    before.filter((kind) => kind !== 'campaign_ended'),
  );
  await tell('campaign_ended', ended('Winter'));
  assert.deepEqual(await after(HOUR), []);
  assert.equal((await marta.call('GET /api/notifications')).notifications[0]?.title, 'Winter has ended');
});

test('a new browser is mailed at once, whatever was chosen', async (t) => {
  const { app, marta, deliver } = await startMarta(t);
  await app.database.pool.query('update users set last_login = created_at');
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'new_sign_in', in_app: false, by_mail: false }] },
  });
  await app.client()('POST /api/auth/login', {
    body: { username: marta.username, password: marta.password },
  });
  const [mail, ...others] = await deliver();
  assert.equal(mail?.subject, 'A new browser signed in');
  assert.match(mail?.text ?? '', /from 127\.0\.0\.1/);
  assert.equal(mail?.headers.has('list-unsubscribe'), false);
  assert.deepEqual(others, []);
});

test('two servers make one mail, and one after a restore none of what was told before', async (t) => {
  const { app, smtp, marta, tell, deliver } = await startMarta(t);
  const { database, clock } = app;
  const config = { mail: smtp.settings, publicUrl: 'https://news.example.com' };
  const other = await startTestAppOn(t, { database, clock, config });
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  await tell('campaign_ended', ended('Autumn'));
  app.clock.advance(HOUR * 1000);
  await Promise.all([mailNotifications(app.deps), mailNotifications(other.deps)]);
  assert.equal((await deliver()).length, 1);
  await tell('campaign_ended', ended('Winter'));
  app.clock.advance(MINUTE * 1000);
  await app.database.pool.query('update server_identity set epoch = extract(epoch from $1::timestamptz)', [
    app.clock.now(),
  ]);
  // A server that starts on the restored database.
  const restored = await startTestAppOn(t, { database, clock, config });
  clock.advance(HOUR * 1000);
  await mailNotifications(restored.deps);
  await sendMails(restored.deps, new AbortController().signal);
  assert.deepEqual(smtp.mails, []);
});

test('what fails between a notification and its mail is done again, and nothing is mailed twice', async (t) => {
  const { app, marta, tell, after } = await startMarta(t);
  const { pool } = app.database;
  await marta.call('PUT /api/notifications/choices', {
    body: { choices: [{ kind: 'campaign_ended', in_app: true, by_mail: true }] },
  });
  await tell('campaign_ended', ended('Autumn'));
  await pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger failing before update of settled_at on notifications for each row execute function fail()`);
  assert.deepEqual(await after(HOUR), []);
  await pool.query('drop trigger failing on notifications');
  assert.equal((await after(MINUTE)).length, 1);
  assert.deepEqual(await after(HOUR), []);
});

test('a test arrives at once, five an hour, and needs a confirmed address', async (t) => {
  const { app, marta, signUp, deliver } = await startMarta(t);
  const bo = await signUp();
  const refused = await refusal(bo.call('POST /api/notifications/test'));
  assert.deepEqual([refused.status, refused.message], [409, 'Confirm your address first.']);
  for (let nth = 0; nth < 5; nth += 1) await marta.call('POST /api/notifications/test');
  assert.equal((await deliver()).length, 5);
  assert.equal((await refusal(marta.call('POST /api/notifications/test'))).status, 429);
  app.clock.advance(HOUR * 1000);
  await marta.call('POST /api/notifications/test');
  assert.equal((await deliver())[0]?.subject, 'A test of your mail');
});

test('a mail that is given up is told to administrators', async (t) => {
  const { app, smtp, marta, after } = await startMarta(t);
  const admin = await app.signUp({ role: 'admin' });
  smtp.answer = 550;
  await marta.call('POST /api/notifications/test');
  for (const seconds of [0, 60, 300, 1800, 7200]) await after(seconds);
  const { notifications } = await admin.call('GET /api/notifications');
  assert.deepEqual(
    notifications.map(({ title }) => title),
    ['A mail was given up'],
  );
});
