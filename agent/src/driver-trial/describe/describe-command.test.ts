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
  writeToAnna,
} from '../../testing/showing-person.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../../testing/temporary-firefox.ts';
import { startTrialBrowser } from '../trial-browser.ts';
import { findersIn, findName, messagesOf, selectorsOf } from './page-finders.ts';
import { askInPage } from './page-question.ts';

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
    // Long enough to see what the page shows while it loads.
    if (/^Another person/.test(line)) hard.delay(700);
    if (/^A name that nobody/.test(line)) hard.delay(0);
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
    loading: '[role="progressbar"][aria-label="Loading"]',
    notFound: [{ shown: '[role="alert"]', words: ['User not found'] }],
    closed: [],
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
  await trial.browser.work((page) => writeToAnna(page, practice.url, 'me'));
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

/** Elements of one page, and the selector that is the most stable one for each. */
const STABLE: [element: string, selector: string | undefined][] = [
  [
    '<div role="button" aria-label="Attach a file" id="attach" class="attach">+</div>',
    '[role="button"][aria-label="Attach a file"]',
  ],
  ['<button id="go" data-testid="go-there" class="go">Go</button>', '#go'],
  ['<button id=":r1:" data-testid="send-it" class="x">Send</button>', '[data-testid="send-it"]'],
  ['<button id="message-8412" name="reply" class="reply">Reply</button>', 'button[name="reply"]'],
  ['<button aria-label="Write to Anna" class="write-to">W</button>', '.write-to'],
  ['<button class="css-1q2w3e">Open it</button>', 'aria/Open it[role="button"]'],
  ['<b class="_4vN0c">generated</b>', '._4vN0c'],
  ['<b class="is-active">a state</b>', undefined],
  ['<textarea class="sc-bdVaJa">the only one</textarea>', 'textarea'],
];

test('the proposed selector is the most stable one that matches the element alone', async () => {
  await trial.browser.work(async (page) => {
    await page.setContent(STABLE.map(([element]) => element).join(''));
    const finders = await findersIn(page, ['anna']);
    const proposed: (string | undefined)[] = [];
    for (const element of await page.$$('body > *')) {
      proposed.push((await selectorsOf(page, finders, element))[0]);
    }
    assert.deepEqual(
      proposed,
      STABLE.map(([, selector]) => selector),
    );
  });
});

test('messages without a mark of their own are those that lack the mark of the others', async () => {
  await trial.browser.work(async (page) => {
    // What differs in every message is a mark of none.
    const row = (text: string, kind: string, turn: string) =>
      `<li class="entry ${kind}" title="${text}" data-turn="${turn}"><p>${text}</p></li>`;
    const rows = [
      row('Hello', '', 'first'),
      row('Again', '', 'second'),
      row('Hi', 'incoming', 'third'),
      row('Bye', 'incoming', 'fourth'),
    ];
    await page.setContent(`<h1>Chat with Anna</h1><ul id="log">${rows.join('')}</ul>`);
    const finders = await findersIn(page, ['anna']);
    const [, own, theirs] = await page.$$('p');
    const found = own && theirs && (await messagesOf(finders, own, theirs));
    assert.equal(found?.own[0], '.entry:not(.incoming)');
    assert.equal(found.theirs[0], '.incoming');
    assert.deepEqual([found.list[0], found.text, found.isVirtual, found.said], ['#log', [], false, 'Again']);
    assert.equal(own && (await messagesOf(finders, own, own)), undefined);
    const [name] = await findName(finders, 'anna', '#log');
    assert.deepEqual(name, { selectors: ['h1'], attribute: null, is: 'Chat with {person}' });
  });
});

test('a click that shows an element does not reach the site, nor does a key', async () => {
  await trial.browser.work(async (page) => {
    await page.setContent('<form><input id="text"><button>Send</button></form><p id="got"></p>');
    await page.evaluate(() => {
      for (const name of ['pointerdown', 'mousedown', 'click', 'submit', 'keydown'])
        document.querySelector('form')?.addEventListener(name, (event) => {
          event.preventDefault();
          document.querySelector('#got')?.append(name);
        });
    });
    await page.focus('#text');
    const question = await page.evaluateHandle(askInPage, { text: 'Click it.', isPick: true });
    await page.keyboard.press('Enter');
    const { x, y } = (await (await page.$('button'))?.clickablePoint()) ?? { x: 0, y: 0 };
    await page.mouse.click(x, y);
    assert.equal(await question.evaluate(({ element }) => element?.textContent), 'Send');
    assert.equal(await page.$eval('#got', (got) => got.textContent), '');
    await question.evaluate((asked) => asked.close());
    await page.mouse.click(x, y);
    assert.match(await page.$eval('#got', (got) => got.textContent ?? ''), /click/);
  });
});
