// Over 300 lines: all tests ask the page of one person who was sent a message with their link.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createWorld, type World } from '../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../testing/lock-waits.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApp } from '../../testing/test-app.ts';

const HOST = 'news.fjord.example';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const STOP = { method: 'POST', body: 'do=stop', headers: FORM } as const;

interface Asked {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string;
}

interface Told {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

interface Linked {
  world: World;
  campaign: number;
  code: string;
  /** Asks the page of a code as its person's browser does. */
  ask(asked?: Asked & { code?: string; path?: string }): Promise<Told>;
}

/** Somebody who was sent a message with their link. */
async function startLinked(t: TestContext, config = {}): Promise<Linked> {
  const world = await createWorld(await startTestApp(t, { publicUrl: `https://${HOST}`, ...config }));
  await world.user.call('PUT /api/settings/people', { body: { sender_name: 'Fjord & <Clay>' } });
  const campaign = await world.campaign({
    content: 'Stop: {optout}',
    list: await world.list(['lena.hartog', 'bo']),
    profiles: [await world.profile('one')],
  });
  await world.start(campaign);
  const lena = await world.sending();
  await world.result(lena, { outcome: 'sent' });
  const code = lena.message.slice(-12);
  const ask: Linked['ask'] = ({ code: other = code, path = `/o/${other}`, headers, ...asked } = {}) =>
    send(`${world.app.url}${path}`, { headers: { host: HOST, ...headers }, ...asked });
  return { world, campaign, code, ask };
}

/** By node:http, because fetch chooses the Host header itself. */
function send(url: string, { method = 'GET', headers = {}, body }: Asked): Promise<Told> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(parts).toString(),
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const entries = async ({ world }: Linked) =>
  (await world.user.call('GET /api/do-not-contact')).do_not_contact.map(({ recipient, how }) => [
    recipient,
    how,
  ]);

const withoutNonce = (text: string) => text.replaceAll(/nonce-?="?[\w-]+"?/g, '');

test('the page says who wrote to whom and when, in few bytes and without a script, and looking changes nothing', async (t) => {
  const linked = await startLinked(t);
  const { world, ask, code } = linked;
  const written = `select (select count(*) from do_not_contact) + (select count(*) from erasure_wishes) as rows,
    pg_stat_force_next_flush() is null as flushed, (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables) as changes`;
  const before = (await world.app.database.pool.query(written)).rows[0].rows;
  const { status, headers, text } = await ask();
  assert.equal(status, 200);
  assert.match(text, /<h1>Stop messages from Fjord &amp; &lt;Clay&gt;\?<\/h1>/);
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    world.app.clock.now(),
  );
  assert.ok(text.includes(`<dd>@lena.hartog on Instagram, on ${day}</dd>`), text);
  assert.match(text, /Fjord &amp; &lt;Clay&gt; has not said where they have your name from\./);
  assert.ok(text.length < 6000, `${text.length} bytes`);
  assert.doesNotMatch(text, /<script|<img|https?:|style=|\son\w+=/);
  const nonce = /<style nonce="([\w-]{24})">/.exec(text)?.[1];
  const expected = {
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'set-cookie': undefined,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
  const head = await ask({ method: 'HEAD', headers: { purpose: 'prefetch' } });
  assert.deepEqual([head.status, head.text], [200, '']);
  // As programs take it that make links of the addresses in a text.
  for (const sign of ['.', ',', ')', '/', '!', '…', "'", ').', '/)', '*', '。谢谢', '.x'])
    assert.equal(withoutNonce((await ask({ code: encodeURI(code + sign) })).text), withoutNonce(text), sign);
  // As somebody types it.
  const typed = await ask({
    code: `${code.slice(0, 6)}-${code.slice(6)}`.toLowerCase().replaceAll('0', 'o'),
  });
  assert.equal(withoutNonce(typed.text), withoutNonce(text));
  assert.equal((await world.app.database.pool.query(written)).rows[0].rows, before);
  assert.deepEqual(await entries(linked), []);
});

test('pressing stop works once and for good, without a subscription, while frozen, and after everything is deleted', async (t) => {
  const linked = await startLinked(t);
  const { world, ask, campaign } = linked;
  const { pool } = world.app.database;
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } });
  world.turn(500);
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign } });
  await pool.query(`update users set frozen_at = now(), subscription_end_date = '2020-01-01'`);
  await pool.query('update lists set deleted_at = now()');
  await pool.query('delete from recipients');
  await pool.query('delete from templates');
  assert.match(
    (await ask()).text,
    /value="stop"/,
    'whom the owner alone put there may still say it themselves',
  );
  for (const origin of ['null', 'https://elsewhere.example', undefined]) {
    const { status, text } = await ask({ ...STOP, headers: { ...FORM, ...(origin && { origin }) } });
    assert.equal(status, 200);
    assert.match(text, /<h1>Done\. Fjord &amp; &lt;Clay&gt; will not write to you again\.<\/h1>/);
  }
  assert.deepEqual(await entries(linked), [['lena.hartog', 'link']]);
  const seen = await ask();
  assert.match(seen.text, /<h1>Done\./);
  assert.doesNotMatch(seen.text, /value="stop"/);
  const admin = await world.app.signUp({ role: 'admin' });
  const log = await admin.call('GET /api/audit-log', { query: {} });
  assert.equal(JSON.stringify(log).includes(linked.code), false);
});

test('a leased delivery gets no grant once the stop was answered, and mail programs stop with one request', async (t) => {
  const linked = await startLinked(t);
  const { world } = linked;
  world.turn(500);
  const [bo] = await world.work();
  assert.ok(bo);
  const code = bo.message.slice(-12);
  const boundary =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const inParts = { 'content-type': 'multipart/form-data; boundary=x' };
  const answers = [
    await linked.ask({ code, method: 'POST', body: 'List-Unsubscribe=One-Click', headers: FORM }),
    await linked.ask({ method: 'POST', body: boundary, headers: inParts }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await refusal(world.begin(bo))).code, 'do_not_contact');
  assert.deepEqual(await entries(linked), [
    ['lena.hartog', 'link'],
    ['bo', 'link'],
  ]);
});

test('a stop is answered only after the step of the engine that did not see it', async (t) => {
  const { world, ask } = await startLinked(t);
  const { database } = world.app;
  let isAnswered = false;
  const stopping = await rolledBack(database, async (step) => {
    await step.query('select lock_users(array[$1::bigint], null)', [world.user.id]);
    const asked = ask(STOP).finally(() => {
      isAnswered = true;
    });
    await waitForLockWaits(database, 1);
    assert.equal(isAnswered, false);
    return { asked };
  });
  assert.equal((await stopping.asked).status, 200);
});

test('a press on the page of somebody who is erased meanwhile does not write their name down again', async (t) => {
  const linked = await startLinked(t);
  const { world, ask } = linked;
  const { database } = world.app;
  const name = 'lena.hartog';
  const { erased, pressed } = await rolledBack(database, async (step) => {
    await step.query('select lock_users(array[$1::bigint], null)', [world.user.id]);
    const erased = world.user.call('POST /api/people/{name}/erase', {
      params: { name },
      body: { confirm: name },
    });
    await waitForLockWaits(database, 1);
    const pressed = ask({ ...STOP, body: 'do=erase-surely' });
    await waitForLockWaits(database, 2);
    return { erased, pressed };
  });
  assert.ok((await erased).erased_at);
  assert.equal((await pressed).status, 200);
  assert.deepEqual(await entries(linked), [['(erased)', 'erased']]);
  assert.equal((await world.user.call('GET /api/erasure-wishes')).total, 0);
});

test('asking to be erased asks once more, and is a wish that its owner sees', async (t) => {
  const linked = await startLinked(t);
  const { world, ask } = linked;
  const asked = await ask({ ...STOP, body: 'do=erase' });
  assert.match(asked.text, /They keep only a fingerprint, so that nobody writes to you again\./);
  assert.deepEqual(
    [await entries(linked), (await world.user.call('GET /api/erasure-wishes')).total],
    [[], 0],
  );
  const day = world.app.clock.now().toISOString();
  const sure = { ...STOP, body: 'do=erase-surely' };
  assert.match((await ask(sure)).text, /has been told that you ask to be erased\./);
  world.turn(86_400);
  await ask(sure);
  const wished = { wishes: [{ recipient: 'lena.hartog', wished_at: day }], total: 1 };
  assert.deepEqual(await world.user.call('GET /api/erasure-wishes'), wished);
  assert.deepEqual(await entries(linked), [['lena.hartog', 'link']]);
  const other = await world.app.signUp();
  assert.equal((await other.call('GET /api/erasure-wishes')).total, 0);
});

test('who asked themselves comes off only with a reason, which stands in the audit log', async (t) => {
  const linked = await startLinked(t);
  const { world, ask } = linked;
  await ask({ ...STOP, body: 'do=erase-surely' });
  const [entry] = (await world.user.call('GET /api/do-not-contact')).do_not_contact;
  assert.ok(entry);
  const params = { id: entry.id };
  const takeOff = (reason?: string) =>
    refusal(
      world.user.call('DELETE /api/do-not-contact/{id}', {
        params,
        body: reason === undefined ? {} : { reason },
      }),
    );
  const [without, short] = [await takeOff(), await takeOff('she asked ')];
  assert.deepEqual([without.status, without.body.error], [400, 'Say why: they asked to be left alone.']);
  assert.deepEqual([short.status, short.body.error], [400, 'A reason has 10 to 200 characters']);
  assert.equal((await takeOff('x'.repeat(201))).status, 400);
  // Adding the name again by hand is no way around it.
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'lena.hartog' } });
  assert.equal((await takeOff()).status, 400);
  await world.user.call('DELETE /api/do-not-contact/{id}', {
    params,
    body: { reason: 'She asked for it in the shop' },
  });
  assert.deepEqual(
    [await entries(linked), (await world.user.call('GET /api/erasure-wishes')).total],
    [[], 0],
  );
  const admin = await world.app.signUp({ role: 'admin' });
  const log = await admin.call('GET /api/audit-log', { query: {} });
  assert.equal(JSON.stringify(log).includes('She asked for it in the shop'), true);
});

test('an unknown, a damaged and a deleted code are the same page, and so many requests a minute are enough', async (t) => {
  const { world, ask, code } = await startLinked(t);
  const other = code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const unknown = await ask({ code: other });
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /This link is not known here\. If you typed it, compare it with the message\./);
  const asked = [
    { path: '/o/' },
    { path: `/o/${code}/x` },
    { path: "/o/'%20or%20true--" },
    { path: `/o/${code.slice(1)}` },
    { path: `/o/${'7'.repeat(3000)}` },
    { code: other, ...STOP },
    { code: '%00' },
    { path: '/o/%zz' },
  ];
  for (const one of asked) {
    const { status, text, headers } = await ask(one);
    assert.deepEqual([status, text], [404, unknown.text], one.path);
    assert.equal(headers['content-security-policy'], unknown.headers['content-security-policy']);
  }
  await world.app.database.pool.query('delete from opt_out_links');
  assert.equal((await ask()).text, unknown.text);
  // The address that cannot be read is not counted: it costs no look.
  for (let count = asked.length + 1; count < 60; count++) await ask(count % 2 ? STOP : {});
  const tooMany = await ask(STOP);
  assert.equal(tooMany.status, 429);
  assert.match(String(tooMany.headers['content-type']), /text\/html/);
  assert.match(tooMany.text, /This does not work at the moment\. Please try again in a minute\./);
});

test('under the public name the server answers stop links alone, and takes no long or slow form', async (t) => {
  const { world, ask, code } = await startLinked(t);
  assert.equal((await ask({ path: '/api/settings' })).status, 421);
  assert.equal((await ask({ path: '/' })).status, 421);
  assert.equal((await ask({ headers: { host: 'elsewhere.example' } })).status, 421);
  // A name that was right for a stop link is not right for a call.
  assert.equal((await ask({ path: '/readyz' })).status, 421);
  assert.equal((await send(`${world.app.url}/o/${code}`, {})).status, 200);
  const long = await ask({ ...STOP, body: `do=stop&x=${'x'.repeat(3000)}` });
  assert.equal(long.status, 413);
  assert.equal((await ask({ method: 'PUT', body: 'do=stop', headers: FORM })).status, 404);
  assert.deepEqual((await world.user.call('GET /api/do-not-contact')).do_not_contact, []);
});

test('the page speaks the first of the languages of a browser that it knows', async (t) => {
  const { ask } = await startLinked(t);
  const cases = {
    'de-AT,en;q=0.5': ['de', 'Keine Nachrichten mehr von'],
    'fi,nn;q=0.7,pl;q=0.6': ['nb', 'Stoppe meldinger fra'],
    'en;q=0.1, pl': ['pl', 'Nie dostawać więcej wiadomości'],
    'constructor,fi;q=0,*': ['en', 'Stop messages from'],
  };
  for (const [accepted, [language, words]] of Object.entries(cases)) {
    const { text } = await ask({ headers: { 'accept-language': accepted } });
    assert.match(text, new RegExp(`<html lang="${language}">[^]*<h1>${words}`));
  }
});
