import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createDescribedDriver } from '../../drivers/described/described.ts';
import { loadDescription } from '../../drivers/described/load-description.ts';
import { type HardSite, startHardSite } from '../../testing/hard-site/hard-site.ts';
import { type PracticeSite, startPracticeSite } from '../../testing/practice-site.ts';
import {
  hardSitePerson,
  practicePerson,
  type ShowingPerson,
  showSite,
} from '../../testing/showing-person.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../../testing/temporary-firefox.ts';
import { startTrialBrowser } from '../trial-browser.ts';

let firefox: TemporaryFirefox;
let trial: Awaited<ReturnType<typeof startTrialBrowser>>;
let hard: HardSite;
let practice: PracticeSite;
const left = new AsyncDisposableStack();

before(async () => {
  practice = await startPracticeSite();
  left.defer(() => practice.close());
  hard = await startHardSite();
  left.defer(() => hard.close());
  firefox = left.use(await temporaryFirefox());
  const profilePath = await firefox.profileFolder('described');
  trial = left.use(await startTrialBrowser({ profilePath, show: false, env: firefox.env }));
});

after(() => left.disposeAsync());

function show(address: string, name: string, person: ShowingPerson, onLine?: (line: string) => void) {
  return trial.browser.work(async (page) => {
    const showing = { page, address, name, directory: firefox.home, person, ...(onLine && { onLine }) };
    assert.deepEqual(await showSite(showing), { name, person: 'anna', unknown: 'nobody' });
    return loadDescription(join(firefox.home, 'sites', `${name}.json`));
  });
}

test('a hard site is described by clicks, and nothing is sent before the person agrees', async () => {
  let sentBefore: number | undefined;
  const onLine = (line: string) => {
    if (/^Send one test message/.test(line)) sentBefore = hard.delivered.length;
  };
  const description = await show(`${hard.url}/t/anna`, 'hearth', hardSitePerson('me'), onLine);
  assert.equal(sentBefore, 0);
  assert.equal(hard.delivered.length, 1);
  assert.deepEqual(description, {
    name: 'hearth',
    home: `${hard.url}/`,
    thread: `${hard.url}/t/{person}`,
    person: { shown: 'header h2', is: '{person}' },
    ready: '[role="log"][aria-label="Messages"]',
    notFound: [{ shown: '[role="alert"]', words: ['User not found'] }],
    signedOut: [{ shown: 'input[name="secret"]' }],
    signIn: { name: 'input[name="user"]', password: 'input[name="secret"]', button: 'form button' },
    blocked: [],
    tryLater: ['try again later', 'too many', 'too fast', 'rate limit'],
    dismiss: ['aria/Not now[role="button"]'],
    composer: { field: '[role="textbox"][aria-label="Write a message"]', takes: 'paste' },
    send: { button: 'button[aria-label="Send message"]' },
    messages: {
      list: '[role="log"][aria-label="Messages"]',
      own: '[data-side="out"]',
      theirs: '[data-side="in"]',
      text: 'span[dir="auto"]',
      virtual: true,
      pending: '[role="img"][aria-label="Sending"]',
      sent: '[role="img"][aria-label="Sent"]',
    },
    refused: [],
    confirmSeconds: 15,
  });
});

test('the practice inbox is described, and a message goes out by the description', async () => {
  for (const text of ['Hello', 'How are you?']) {
    await practice.turn('POST /incoming', { account: 'me', person: 'anna', text });
  }
  await practice.turn('PUT /unknown/nobody');
  await trial.browser.work(async (page) => {
    await page.goto(`${practice.url}/direct/anna`);
    await page.type('#account-name', 'me');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await page.type('#text', 'I am here');
    await page.click('#send');
    await page.waitForSelector('.mine');
    await page.click('.account button');
    await page.waitForSelector('#account-name');
  });
  const description = await show(`${practice.url}/direct/anna`, 'shown', practicePerson('me'));
  assert.deepEqual(description.messages, {
    list: 'ol[aria-label="Messages"]',
    own: '.mine',
    theirs: '.theirs',
    text: '.text',
    virtual: false,
  });
  const driver = createDescribedDriver(description);
  const signIn = async () => undefined;
  await trial.browser.work(async (page) => {
    const thread = { person: 'anna', message: 'By the description', isAfterClick: false, signIn };
    assert.deepEqual(await driver.openThread(page, thread), { state: 'open', copies: 0 });
    const sending = { ...thread, beforeClick: async () => true };
    assert.deepEqual(await driver.send(page, sending), { outcome: 'sent' });
    const nobody = await driver.openThread(page, { ...thread, person: 'nobody' });
    assert.equal(nobody.state, 'not_found');
  });
  const arrived = (await practice.recordOf('me')).map(({ text }) => text);
  assert.deepEqual([arrived.length, arrived.at(0), arrived.at(-1)], [3, 'I am here', 'By the description']);
});
