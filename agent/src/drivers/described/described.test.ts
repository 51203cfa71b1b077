// Over 300 lines: what each page shows and what must be made of it, in one Firefox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { hurriedClock, startDescribedScene } from '../../testing/described-scene.ts';
import { describePractice } from '../../testing/described-sites.ts';
import type { SiteDriver } from '../driver.ts';

const MESSAGE = 'Grüße, Zoë! 👩‍👩‍👧 🕊️\n\n"quoted" <b>&amp; — 日本語\n  indented';

/** Runs on the press: `text` is what was in the field. */
const ON_SEND = (script: string) => `<script>
const list = document.querySelector('#list');
const field = document.querySelector('#text');
const add = (text, marks = '') => {
  list.insertAdjacentHTML('beforeend', '<p class="own ' + marks + '"></p>');
  list.lastElementChild.textContent = text;
  return list.lastElementChild;
};
document.querySelector('#send').onclick = () => { const text = field.value; ${script} };
</script>`;
const COMPOSER = '<textarea id="text"></textarea><button id="send">Send</button>';
const own = (text: string) => `<p class="own">${text}</p>`;
const thread = (list = '', rest = '') =>
  `<main data-person="anna"><div id="list">${list}</div>${COMPOSER}</main>${rest}`;

let scene: Awaited<ReturnType<typeof startDescribedScene>>;

before(async () => {
  scene = await startDescribedScene();
});

after(() => scene.close());

test('what the practice inbox says of a person, a limit and a session is understood', async () => {
  const { practice, practiceDriver, write, open, countUnread } = scene;
  const driver = practiceDriver();
  await practice.turn('PUT /unknown/nobody');
  assert.deepEqual(await open(driver, 'nobody', { as: 'seeker' }), { state: 'not_found' });
  await practice.turn('PUT /blocked/early', { at: 'open' });
  const limit = await open(driver, 'anna', { as: 'early' });
  assert.ok(limit.state === 'blocked' && /^The site says: Try again later This account/.test(limit.reason));
  await practice.turn('PUT /blocked/late', { at: 'send' });
  const late = await write(driver, 'anna', { as: 'late' });
  assert.ok(late.outcome === 'failed' && late.blocked && /Try again later/.test(late.reason));
  await practice.turn('PUT /unknown_when_sending/bouncing');
  assert.deepEqual(await write(driver, 'bouncing', { as: 'finder' }), { outcome: 'not_found' });
  const ended = await write(driver, 'anna', {
    as: 'ended',
    beforeClick: async () => {
      await practice.turn('PUT /signed_out/ended');
      return true;
    },
  });
  const reason = 'The site says: Not sent: Sign in first.';
  assert.deepEqual(ended, { outcome: 'failed', reason, signed_out: true });
  const refused = await open(driver, 'anna', { as: 'ended' });
  assert.ok(refused.state === 'signed_out');
  assert.match(refused.reason, /did not let ended sign in\. This account has to be confirmed by hand/);
  const without = await open(driver, 'anna');
  assert.ok(without.state === 'signed_out' && /Open the profile and sign in/.test(without.reason));
  await practice.turn('PUT /unread/popular', { count: 3 });
  assert.equal(await countUnread(driver, 'popular'), 3);
  for (const account of ['late', 'finder', 'ended']) {
    assert.deepEqual(await practice.recordOf(account), []);
  }
});

test('replies are heard at the thread and read from the list of threads, as far as they are described', async () => {
  const { practice, practiceDriver, open, write, countUnread, readReplies } = scene;
  const driver = practiceDriver();
  const as = 'hearing';
  const say = (person: string, text: string) =>
    practice.turn('POST /incoming', { account: as, person, text });
  const begun = new Date(Date.now() - 1000);
  await say('anna', 'before');
  await write(driver, 'anna', { as });
  await say('anna', 'first\nwith two lines');
  await say('anna', 'second');
  const opened = await open(driver, 'anna', { as });
  assert.ok(opened.state === 'open');
  assert.deepEqual(
    opened.replies?.map(({ person, text, siteId }) => [person, text, siteId]),
    [
      ['anna', 'first\nwith two lines', 'theirs-1'],
      ['anna', 'second', 'theirs-2'],
    ],
  );

  await say('boris', 'of boris');
  await say('clara', 'of clara');
  await practice.post(as, 'boris', 'Hello');
  const read = await readReplies(driver, as, begun);
  assert.deepEqual(
    read?.replies.map(({ person, text }) => [person, text]),
    [
      ['anna', 'second'],
      ['boris', 'of boris'],
    ],
  );
  assert.deepEqual(read?.replies[0], opened.replies?.[1]);
  assert.ok(read?.isCut && read.readTo.getTime() === read.replies[1]?.at.getTime());
  const rest = await readReplies(driver, as, read.readTo);
  assert.deepEqual(
    rest?.replies.map(({ text }) => text),
    ['of clara'],
  );
  assert.equal(await countUnread(driver, as), 2);

  const { messages } = describePractice(practice.url);
  const silent = practiceDriver({ messages: { ...messages, time: undefined }, replies: undefined });
  assert.deepEqual(await open(silent, 'anna', { as }), { state: 'open', copies: 1 });
  assert.equal(silent.readReplies, undefined);
  const wrong = practiceDriver({ messages: { ...messages, time: { shown: '.text', attribute: 'title' } } });
  await assert.rejects(open(wrong, 'anna', { as }), /no time of a reply: the described attribute is missing/);
});

test('an editor, a list of what is on the screen and a dialog over every third visit do not matter', async () => {
  const { hard, hardDriver, write, open, countUnread } = scene;
  const driver = hardDriver();
  for (let visit = 1; visit <= 3; visit++) {
    assert.deepEqual(await write(driver, 'anna', { as: 'me', message: MESSAGE }), { outcome: 'sent' });
  }
  assert.deepEqual(await open(driver, 'anna', { as: 'me', message: MESSAGE }), { state: 'open', copies: 3 });
  assert.deepEqual(
    hard.delivered.map(({ text }) => text),
    [MESSAGE, MESSAGE, MESSAGE],
  );
  assert.deepEqual(await open(driver, 'nobody', { as: 'me' }), { state: 'not_found' });
  assert.equal(await countUnread(driver, 'me'), 2);
});

test('a message that the hard site refuses or limits is not believed', async () => {
  const { hard, hardDriver, write } = scene;
  const driver = hardDriver();
  hard.answerWith('refuse');
  const refused = await write(driver, 'boris', { as: 'me' });
  assert.deepEqual(refused, { outcome: 'failed', reason: 'The site refused the message.' });
  hard.answerWith('limit');
  const reason = 'The site says: You are sending too fast. Try again later. OK.';
  assert.deepEqual(await write(driver, 'boris', { as: 'me' }), { outcome: 'failed', reason, blocked: true });
  hard.answerWith('deliver');
});

const CHANGED = {
  outcome: 'failed',
  reason:
    'The box no longer held the message as it was written right before the press, so nothing was pressed.',
  obstacle: true,
};
/** Counts the characters of the field in the page's own words. */
const COUNT = (words: string) =>
  `<script>document.querySelector('#text').addEventListener('input', function () {
const count = document.querySelector('#count');
count.textContent = (${words});
});</script>`;

/** The body of the page, and what becomes of 'Hello' there. */
const SENDINGS: [what: string, body: string, outcome: object][] = [
  ['shown and staying is sent', thread(own('Hello'), ON_SEND('add(text)')), { outcome: 'sent' }],
  [
    'refused a moment after it was shown is failed',
    thread('', ON_SEND("const one = add(text); setTimeout(() => one.classList.add('refused'), 500)")),
    { outcome: 'failed', reason: 'The site refused the message.' },
  ],
  [
    'shown on its way for ever is unknown',
    thread('', ON_SEND("add(text, 'pending')")),
    {
      outcome: 'unknown',
      reason: 'The site did not show within 2 seconds that the message was sent.',
    },
  ],
  [
    'not there, while older ones of the same text come into the page, is unknown',
    thread(own('Hello'), ON_SEND(`list.insertAdjacentHTML('afterbegin', '${own('Hello').repeat(3)}')`)),
    {
      outcome: 'unknown',
      reason: 'The site did not show within 2 seconds that the message was sent.',
    },
  ],
  [
    'followed by a limit without a refusal is unknown, and the profile rests',
    thread('', ON_SEND(`list.insertAdjacentHTML('afterend', '<p role=alert>Please try again later</p>')`)),
    {
      outcome: 'unknown',
      reason:
        'The site says: Please try again later. The site did not show within 2 seconds that the message was sent.',
      blocked: true,
    },
  ],
  [
    'cut short by the field is failed',
    thread('', `${ON_SEND('add(text)')}<script>field.oninput = () => { field.value = 'Hel'; };</script>`),
    { outcome: 'failed', reason: 'The field did not take the message as it is written.', obstacle: true },
  ],
  [
    'behind a veil that comes before the press is failed',
    thread(
      '',
      `${ON_SEND('add(text)')}<script>
addEventListener('asked', () => document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0">Rate us</div>'));
</script>`,
    ),
    { outcome: 'failed', reason: 'Not pressed: <div> "Rate us" covers it.', obstacle: true },
  ],
  [
    'followed by a draft of its account after the grant is failed',
    thread(
      '',
      `${ON_SEND('add(text)')}<script>addEventListener('asked', () => { field.value = 'Dear ' });</script>`,
    ),
    CHANGED,
  ],
  [
    'changed at the press itself is failed',
    thread(
      '',
      `${ON_SEND('add(text)')}<script>addEventListener('pointerdown', () => { field.value = 'Dear ' }, true);</script>`,
    ),
    CHANGED,
  ],
  [
    'pressed for in a thread that became another one is failed',
    thread(
      '',
      `${ON_SEND('add(text)')}<script>addEventListener('asked', () => { document.querySelector('main').dataset.person = 'boris' });</script>`,
    ),
    {
      outcome: 'failed',
      reason: 'Not pressed: the thread of "boris", not of anna ("person" is main).',
      obstacle: true,
    },
  ],
  [
    'counted in red as ever, and fits, is sent',
    thread('', `<b style="color: red">9</b>${ON_SEND('add(text)')}`).replace(
      '<textarea',
      '<i style="color:red">12 new</i><i id="count" style="color:red">0/9</i><textarea',
    ) + COUNT('this.value.length + "/9"'),
    { outcome: 'sent' },
  ],
];

/** The composer, and why it refuses a text of five characters. */
const REFUSALS: [what: string, body: string, reason: string][] = [
  [
    'holds fewer characters by its own word',
    thread().replace('<textarea', '<textarea maxlength="3"'),
    'The box holds 3 characters at most, and the message has 5.',
  ],
  [
    'counts more than it holds',
    thread().replace('<textarea', '<i id="count">0/3</i><textarea') + COUNT('this.value.length + "/3"'),
    'The message is too long for the site, whose counter says "5/3".',
  ],
  [
    'has less than nothing left',
    thread().replace('<textarea', '<i id="count">3</i><textarea') + COUNT('3 - this.value.length'),
    'The message is too long for the site, whose counter says "-2".',
  ],
  [
    'has a counter that turns red',
    thread().replace('<textarea', '<i id="count">0 letters</i><textarea') +
      COUNT('count.style.color = "oklch(0.6 0.25 29)", this.value.length + " letters"'),
    'The message is too long for the site, whose counter says "5 letters".',
  ],
];

for (const [what, body, reason] of REFUSALS) {
  test(`a box that ${what} refuses before the grant is asked for`, async () => {
    const { single, singleDriver, write } = scene;
    single.show(body);
    const refused = await write(singleDriver(), 'anna', { beforeClick: async () => assert.fail('asked') });
    assert.deepEqual(refused, { outcome: 'failed', reason, obstacle: true });
  });
}

test('a driver of one’s own that sends by a script of the page is told of a draft before it does', async () => {
  const { single, singleDriver, write } = scene;
  single.show(thread());
  const driver: SiteDriver = {
    ...singleDriver(),
    async send(page, { message, beforeClick }) {
      await page.type('#text', message);
      if (!(await beforeClick())) return { outcome: 'failed', reason: 'refused' };
      return { outcome: 'sent' };
    },
  };
  assert.deepEqual(await write(driver, 'anna'), { outcome: 'sent' });
  const draft = async (page: Page) => {
    await page.type('#text', ' dear');
    return true;
  };
  assert.deepEqual(await write(driver, 'anna', { beforeClick: draft }), CHANGED);
});

test('a person who cannot be written to is told in the words of the page, marked or not', async () => {
  const { single, singleDriver, open, write } = scene;
  const words = 'Only followers can write to this account.';
  const reason = `The site says: ${words}`;
  single.show(
    `<main data-person="anna"><div id="list">${own('Hello')}</div><p class="no">${words}</p></main>`,
  );
  assert.deepEqual(await write(singleDriver({}, hurriedClock), 'anna'), { outcome: 'failed', reason });
  const closed = [{ shown: '.no' }];
  assert.deepEqual(await open(singleDriver({ closed }), 'anna'), { state: 'closed', reason });
});

test('a thread without a field and without words is an obstacle, and so is a dialog in its place', async () => {
  const { single, singleDriver, write } = scene;
  const empty = '<main data-person="anna"><div id="list"></div></main>';
  const reason = 'The thread has no field to write in: the page shows no "#text".';
  single.show(empty);
  assert.deepEqual(await write(singleDriver({}, hurriedClock), 'anna'), {
    outcome: 'failed',
    reason,
    obstacle: true,
  });
  single.show(`${empty}<div role="dialog">Are you a person?</div>`);
  assert.deepEqual(await write(singleDriver({}, hurriedClock), 'anna'), {
    outcome: 'failed',
    reason: `${reason} The site says: Are you a person?`,
    obstacle: true,
  });
});

const TROUBLES: [person: string, outcome: object][] = [
  ['drafted', CHANGED],
  [
    'counted',
    {
      outcome: 'failed',
      reason: 'The message is too long for the site, whose counter says "49 / 40".',
      obstacle: true,
    },
  ],
  [
    'closed',
    { outcome: 'failed', reason: 'The site says: You cannot message this account unless they follow you.' },
  ],
  [
    'covered',
    {
      outcome: 'failed',
      reason: 'The field cannot be written in: <div> "We use cookies. Accept all" covers it.',
      obstacle: true,
    },
  ],
];

for (const [person, outcome] of TROUBLES) {
  test(`the hard site's ${person} gets nothing, and the reason is told`, async () => {
    const { hard, hardDriver, write } = scene;
    const message = 'Hello, the kiln opens on Saturday. Bring a friend';
    assert.deepEqual(await write(hardDriver({}, hurriedClock), person, { as: 'me', message }), outcome);
    assert.deepEqual(
      hard.delivered.filter((one) => one.person === person),
      [],
    );
  });
}

for (const [what, body, outcome] of SENDINGS) {
  test(`a message that is ${what}`, async () => {
    const { single, singleDriver, write } = scene;
    single.show(body);
    const sent = await write(singleDriver(), 'anna', {
      beforeClick: async (page) => {
        await page.evaluate(() => dispatchEvent(new Event('asked')));
        return true;
      },
    });
    assert.deepEqual(sent, outcome);
  });
}

test('a history that is still growing is counted when it is whole', async () => {
  const { single, singleDriver, open } = scene;
  const later = [200, 600, 1000].map((ms) => `setTimeout(() => add('Hello'), ${ms});`).join('');
  single.show(thread('', `${ON_SEND('')}<script>${later}</script>`));
  assert.deepEqual(await open(singleDriver(), 'anna'), { state: 'open', copies: 3 });
});

test('stored credentials are typed on pages of the described server alone', async () => {
  const { single, hard, hardDriver, open } = scene;
  single.leadTo(`${hard.url}/t/anna`);
  const elsewhere = hardDriver({ home: single.url, thread: `${single.url}/t/{person}` });
  const reason = `The sign-in page is at ${hard.url}. Open the profile and sign in by hand.`;
  assert.deepEqual(await open(elsewhere, 'anna', { as: 'me' }), { state: 'signed_out', reason });
});

test('a line end, a picture of an emoji and a block are read as they were written', async () => {
  const { single, singleDriver, open } = scene;
  const texts = ['<div>Hi <b>you</b> <img alt="🕊️"></div><div>two</div>', 'Hi you 🕊️<br>two', 'Hi you 🕊️ two!'];
  single.show(thread(texts.map((text) => `<div class="own">${text}</div>`).join('')));
  const opened = await open(singleDriver(), 'anna', { message: 'Hi you 🕊️\ntwo' });
  assert.deepEqual(opened, { state: 'open', copies: 2 });
});

test('words that mean stop count in an alert, not in a thread that lies in a dialog', async () => {
  const { single, singleDriver, open } = scene;
  const inDialog = `<div role="dialog">${thread(own('Busy, try again later'))}</div>`;
  single.show(inDialog);
  assert.deepEqual(await open(singleDriver(), 'anna'), { state: 'open', copies: 0 });
  single.show(`${inDialog}<p role="alert">Slow down and try again later!</p>`);
  const reason = 'The site says: Slow down and try again later!';
  assert.deepEqual(await open(singleDriver(), 'anna'), { state: 'blocked', reason });
});

test('a message that is held back leaves nothing in the field', async () => {
  const { single, singleDriver, write } = scene;
  single.show(thread('', ON_SEND('add(text)')));
  let left: () => Promise<string> = async () => 'not asked';
  const beforeClick = async (page: Page) => {
    left = () => page.$eval('#text', (field) => (field as HTMLTextAreaElement).value);
    assert.equal(await left(), 'Hello');
    return false;
  };
  const reason = 'Held back just before the click.';
  const afterwards = async () => assert.equal(await left(), '');
  assert.deepEqual(await write(singleDriver(), 'anna', { beforeClick, afterwards }), {
    outcome: 'failed',
    reason,
  });
});

test('the thread of somebody else is never written in', async () => {
  const { single, singleDriver, open } = scene;
  single.show(thread().replace('"anna"', '"anna.new"'));
  await assert.rejects(open(singleDriver(), 'anna'), /the thread of "anna\.new", not of anna/);
});

test('an editor in a shadow root takes keys, and Enter sends', async () => {
  const { single, singleDriver, write } = scene;
  single.show(`<main data-person="anna"><div id="list"></div><x-editor></x-editor></main><script>
const root = document.querySelector('x-editor').attachShadow({ mode: 'open' });
root.innerHTML = '<div contenteditable style="white-space:pre-wrap;min-height:2em"></div>';
root.firstChild.onkeydown = (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  document.querySelector('#list').insertAdjacentHTML('beforeend', '<p class="own">' + root.firstChild.innerHTML + '</p>');
  root.firstChild.textContent = '';
};
</script>`);
  const composer = { field: 'x-editor >>> [contenteditable]', takes: 'keys' };
  const driver = singleDriver({ composer, send: { key: 'Enter' } });
  assert.deepEqual(await write(driver, 'anna', { message: 'Hello 🕊️\n\nAnna' }), { outcome: 'sent' });
});
