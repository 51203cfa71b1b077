import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type Page, TimeoutError } from 'puppeteer-core';
import { createSignIn } from '../connection/sign-in.ts';
import { startDescribedScene } from '../testing/described-scene.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { startSinglePage } from '../testing/single-page.ts';
import type { SiteDriver } from './driver.ts';
import { requirePlace, SignInRefused } from './secret-place.ts';
import * as snac from './snac/snac.ts';
import * as xmpp from './xmpp/xmpp.ts';

/** Converse as far as the driver uses it to sign in: what it is given comes into the page's title. */
const CONVERSE = `<script>
const never = { on() {}, get() {} };
const api = { listen: never, connection: { connected: () => document.title !== '' },
  user: { login: async (account, password) => { document.title = account + ' ' + password; } } };
let plugin;
window.converse = {
  plugins: { add: (_name, one) => { plugin = one; } },
  env: { Strophe: { Status: {} } },
  initialize: async () => plugin.initialize.call({ _converse: { api, state: { connfeedback: never }, session: { get: () => 'anna@club.example' } } }),
};
window.dispatchEvent(new Event('converse-loaded'));
window.converse.initialize({});
</script>`;
const fields = (action: string, button = '') => `<form method="post" action="${action}">
<input name="login"><input type="password"><button type="submit" ${button}>Sign in</button></form>`;
const STORED = { insta_username: 'anna', insta_password: 'kiln-9000' };

let scene: Awaited<ReturnType<typeof startDescribedScene>>;
let other: Awaited<ReturnType<typeof startSinglePage>>;

before(async () => {
  scene = await startDescribedScene();
  other = await startSinglePage();
});

after(async () => {
  await other.close();
  await scene.close();
});

/** Opens a thread in a tab; gives why the sign-in was refused, and what the page's fields and title then hold. */
async function tryToSignIn(
  driver: SiteDriver,
  beforeTyping: (page: Page) => Promise<unknown> = async () => {},
): Promise<{ refused: string | undefined; typed: string }> {
  return scene.inTab(async (page) => {
    const signIn = async () => {
      await beforeTyping(page);
      return STORED;
    };
    const request = { person: 'anna', message: 'Hi', isAfterClick: false, signIn };
    const refused = await driver.openThread(page, request).then(
      (opened) => ('reason' in opened ? opened.reason : opened.state),
      (error: Error) => error.message,
    );
    const typed = await page.evaluate(() =>
      [document.title, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join(' ').trim(),
    );
    return { refused, typed };
  });
}

const isAt = (url: string) => `The sign-in page is at ${url}. Open the profile and sign in by hand.`;

test('a described site gets what is stored only where page, form and button are of its own servers', async () => {
  const { single, singleDriver } = scene;
  const driver = singleDriver({
    signedOut: [{ shown: 'input[type=password]' }],
    signIn: { name: '[name=login]', password: '[type=password]', button: 'button' },
  });
  const refused = { refused: isAt(other.url), typed: '' };
  single.show(fields(`${other.url}/take`));
  assert.deepEqual(await tryToSignIn(driver), refused, 'a form that goes elsewhere');
  single.show(fields('', `formaction="${other.url}/take"`));
  assert.deepEqual(await tryToSignIn(driver), refused, 'a button that goes elsewhere');
  single.show(`<base href="${other.url}/">${fields('take')}`);
  assert.deepEqual(await tryToSignIn(driver), refused, 'a page whose links begin elsewhere');
  single.show(`${fields(`${other.url}/take`).replace('<input', '<input name="getAttribute"><input')}`);
  assert.deepEqual(await tryToSignIn(driver), refused, 'a form with a field of this name');
  single.show(fields('/'));
  other.show(fields('/'));
  assert.deepEqual(
    await tryToSignIn(driver, (page) => page.goto(other.url)),
    refused,
    'a page that went elsewhere after the look',
  );
  single.leadTo(other.url);
  assert.deepEqual(await tryToSignIn(driver), refused, 'a server that leads elsewhere');
  single.show(`${fields('javascript:void 0')}<script>
    document.forms[0].onsubmit = ({ target }) => { document.title = [...target].map((one) => one.value).join(' ');
      target.remove(); return false; }</script>`);
  const own = await tryToSignIn(driver);
  assert.match(own.refused ?? '', /did not let anna sign in/, 'its own page gets it');
});

test('a page of Converse gets what is stored only at the address of the settings', async () => {
  const { single } = scene;
  const settings = {
    address: `${single.url}/`,
    domain: 'club.example',
    confirm_seconds: 1,
    bounce_seconds: 1,
  };
  const driver = xmpp.createDriver({ settings, TimeoutError });
  single.show(CONVERSE);
  other.show(CONVERSE);
  const refused = { refused: isAt(other.url), typed: '' };
  assert.deepEqual(await tryToSignIn(driver, (page) => page.goto(other.url)), refused);
  const own = await tryToSignIn(driver);
  assert.equal(own.typed, 'anna@club.example kiln-9000', 'its own page gets it');
  single.leadTo(other.url);
  assert.deepEqual(await tryToSignIn(driver), refused);
});

test('a server of the Fediverse gets what is stored only where page and form are its own', async (t) => {
  let action = '';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://snac');
    if (pathname === '/api/v1/apps') return response.end('{"client_id":"one","client_secret":"two"}');
    response.setHeader('content-type', 'text/html').end(fields(action));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const driver = snac.createDriver({ settings: { address, confirm_seconds: 1 }, TimeoutError });
  action = `${other.url}/take`;
  assert.deepEqual(await tryToSignIn(driver), { refused: isAt(other.url), typed: '' });
  action = '';
  const own = await tryToSignIn(driver);
  assert.match(own.refused ?? '', /did not let anna sign in/, 'its own page gets it');
});

test('the agent says for whom it asks, and hands nothing over on a page that may not get it', async () => {
  const asked: unknown[] = [];
  const call = (async (_name: string, { query }: { query: unknown }) => {
    asked.push(query);
    return STORED;
  }) as never;
  const ask = (driver: Partial<SiteDriver>, url: string) =>
    createSignIn({
      call,
      clock: manualClock(),
      profile_id: 1,
      driver: driver as SiteDriver,
      page: { url: () => url } as Page,
      signal: new AbortController().signal,
    })();
  const home = 'https://club.example/inbox';
  assert.deepEqual(await ask({ home }, 'https://accounts.club.example/'), STORED, "a driver of a user's own");
  assert.deepEqual(await ask({}, 'about:blank'), STORED);
  assert.deepEqual(await ask({ home, origins: [] }, home), { ...STORED, insta_password: '' });
  const origins = ['https://club.example', 'https://www.club.example'];
  assert.deepEqual(await ask({ home, origins }, home), STORED);
  await assert.rejects(ask({ home, origins }, 'https://thief.example/'), SignInRefused);
  await assert.rejects(ask({ home }, 'http://club.example/'), /http:\/\/ shows it to anybody on the way/);
  await assert.rejects(ask({ origins: ['http://10.0.0.1'] }, 'http://10.0.0.1/'), SignInRefused);
  assert.deepEqual(asked.slice(0, 4), [
    { origins: 'https://club.example' },
    {},
    {},
    { origins: 'https://club.example https://www.club.example' },
  ]);
  assert.throws(() => requirePlace('http://club.example/', ['http://club.example']), SignInRefused);
});
