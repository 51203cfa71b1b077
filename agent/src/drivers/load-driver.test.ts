import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { TimeoutError } from 'puppeteer-core';
import { describePractice } from '../testing/described-sites.ts';
import { loadDriver } from './load-driver.ts';

const WORKING = `
export function createDriver(): object {
  return {
    name: 'noticeboard',
    openThread: async () => ({ state: 'not_found' }),
    send: async () => ({ outcome: 'sent' }),
    countUnread: async () => 4,
  };
}`;

test('Site drivers are written by others: an unhandled promise of one must not end the work of other profiles.', async (t) => {
  const directory = await agentDirectory(t, { 'noticeboard.ts': WORKING });
  const driver = await loadDriver({ practiceUrl: 'http://127.0.0.1:4600', directory });
  assert.equal(driver?.name, 'practice');
});

test("a user's own driver is loaded from the drivers folder", async (t) => {
  const directory = await agentDirectory(t, { 'noticeboard.ts': WORKING, 'notes.md': 'my notes' });
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  assert.equal(driver?.name, 'noticeboard');
});

test('a folder without drivers gives none', async (t) => {
  const directory = await agentDirectory(t, {});
  assert.equal(await loadDriver({ practiceUrl: undefined, directory }), undefined);
  const withoutFolder = await mkdtemp(join(tmpdir(), 'drivers-'));
  t.after(() => rm(withoutFolder, { recursive: true }));
  assert.equal(await loadDriver({ practiceUrl: undefined, directory: withoutFolder }), undefined);
});

test('several drivers are refused by name', async (t) => {
  const directory = await agentDirectory(t, { 'one.ts': WORKING, 'two.mjs': '' });
  await assert.rejects(
    loadDriver({ practiceUrl: undefined, directory }),
    /works through one site driver, and .* has 2: drivers\/one\.ts, drivers\/two\.mjs\./,
  );
});

test('a settings file alone chooses a driver of the project, and a driver file of the same name wins', async (t) => {
  const settings = '{ "address": "https://chat.club.example/", "domain": "club.example" }';
  const shipped = await agentDirectory(t, { 'xmpp.json': settings });
  const driver = await loadDriver({ practiceUrl: undefined, directory: shipped });
  assert.deepEqual([driver?.name, driver?.home], ['xmpp', 'https://chat.club.example/']);
  const members = await agentDirectory(t, { 'snac.json': '{ "address": "https://club.example" }' });
  const snac = await loadDriver({ practiceUrl: undefined, directory: members });
  assert.deepEqual([snac?.name, snac?.home], ['snac', 'https://club.example/']);
  const own = await agentDirectory(t, { 'xmpp.json': settings, 'xmpp.ts': WORKING });
  assert.equal((await loadDriver({ practiceUrl: undefined, directory: own }))?.name, 'noticeboard');
  const two = await agentDirectory(t, { 'xmpp.json': settings, 'noticeboard.ts': WORKING });
  await assert.rejects(
    loadDriver({ practiceUrl: undefined, directory: two }),
    /has 2: drivers\/noticeboard\.ts, drivers\/xmpp\./,
  );
  const without = await agentDirectory(t, { 'xmpp.json': '{ "address": "https://chat.club.example/" }' });
  await assert.rejects(
    loadDriver({ practiceUrl: undefined, directory: without }),
    /xmpp\.json do not fit: domain/,
  );
});

test('a site that is described is a driver, and one beside another stops the agent', async (t) => {
  const club = JSON.stringify({ ...describePractice('https://club.example'), name: 'club' });
  const directory = await agentDirectory(t, {}, { 'club.json': club, 'notes.md': 'my notes' });
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  assert.deepEqual([driver?.name, driver?.home], ['club', 'https://club.example']);
  const two = await agentDirectory(t, { 'noticeboard.ts': WORKING }, { 'club.json': club });
  await assert.rejects(
    loadDriver({ practiceUrl: undefined, directory: two }),
    /has 2: drivers\/noticeboard\.ts, sites\/club\.json\./,
  );
});

const WRONG_DESCRIPTIONS: [reason: string, description: object | string][] = [
  ['it is not JSON', '{ "name": '],
  ['its name is "other", and that of the file "club"', { name: 'other' }],
  ['name: belongs to a driver of the project', { name: 'practice' }],
  ['thread: needs {person}, after the name of the server', { thread: 'https://{person}.example/' }],
  ['home: needs http:// or https://', { home: 'javascript:alert(1)' }],
  ['messages.list: Invalid input', { messages: { own: '.mine' } }],
  ['send.key: Invalid input: expected "Enter"', { send: { key: 'Return' } }],
  ['Unrecognized key: "sends"', { sends: '#send' }],
];

for (const [reason, change] of WRONG_DESCRIPTIONS) {
  test(`a wrong description is refused with its file and the field: ${reason}`, async (t) => {
    const whole = { ...describePractice('https://club.example'), name: 'club' };
    const content = typeof change === 'string' ? change : JSON.stringify({ ...whole, ...change });
    const directory = await agentDirectory(t, {}, { 'club.json': content });
    await assert.rejects(loadDriver({ practiceUrl: undefined, directory }), (error: Error) => {
      assert.match(error.message, /^The site described in .*club\.json cannot be used: /);
      assert.ok(error.message.includes(reason), error.message);
      return true;
    });
  });
}

const WITH_SETTINGS = `
export const settingsSchema = {
  type: 'object',
  properties: {
    address: { type: 'string', format: 'uri' },
    wait_seconds: { type: 'integer', minimum: 1, default: 30 },
  },
  required: ['address'],
  additionalProperties: false,
};
export function createDriver({ TimeoutError, settings }) {
  const { address, wait_seconds } = settings;
  const open = async () => { throw new TimeoutError('waited ' + wait_seconds); };
  return { name: 'board', home: address, openThread: open, send: open };
}`;

test('a driver gets its settings checked and with their defaults, and puppeteer’s TimeoutError', async (t) => {
  const directory = await agentDirectory(t, {
    'board.mjs': WITH_SETTINGS,
    'board.json': '{ "address": "https://board.example/inbox" }',
  });
  const driver = await loadDriver({ practiceUrl: undefined, directory });
  assert.equal(driver?.home, 'https://board.example/inbox');
  assert.equal(driver?.countUnread, undefined);
  const opening = driver?.openThread({} as never, {} as never);
  await assert.rejects(opening ?? Promise.resolve(), (error) => {
    assert.ok(error instanceof TimeoutError);
    assert.equal(error.message, 'waited 30');
    return true;
  });
});

const WRONG_SETTINGS = {
  'its settings in board.json do not fit: address: ': '{}',
  'wait_seconds: ': '{ "address": "https://board.example", "wait_seconds": 0 }',
  'board.json is not JSON: ': '{ "address": ',
};

for (const [reason, settings] of Object.entries(WRONG_SETTINGS)) {
  test(`settings that a driver cannot use are named: ${reason}`, async (t) => {
    const directory = await agentDirectory(t, { 'board.mjs': WITH_SETTINGS, 'board.json': settings });
    await assert.rejects(loadDriver({ practiceUrl: undefined, directory }), (error: Error) => {
      assert.ok(error.message.includes(reason), error.message);
      return true;
    });
  });
}

const BROKEN = {
  'does not export a function createDriver': 'export const createDriver = 1;',
  'the site has moved.': "export function createDriver() { throw new Error('the site has moved'); }",
  'createDriver did not give an object': 'export const createDriver = () => null;',
  'has no function openThread and no send': "export const createDriver = () => ({ name: 'half' });",
  'its home must be an address':
    "export const createDriver = () => ({ name: 'half', home: 'inbox', openThread() {}, send() {} });",
  'its readReplies is not a function':
    "export const createDriver = () => ({ name: 'deaf', readReplies: [], openThread() {}, send() {} });",
  'its countUnread is not a function':
    "export const createDriver = () => ({ name: 'half', countUnread: 4, openThread() {}, send() {} });",
  'its settingsSchema is no JSON Schema':
    "export const settingsSchema = 7; export const createDriver = () => ({ name: 'half' });",
  'its name must be a text': 'export const createDriver = () => ({ name: 7 });',
  'the name "practice" belongs to': "export const createDriver = () => ({ name: 'practice' });",
};

for (const [reason, source] of Object.entries(BROKEN)) {
  test(`a broken driver is refused with its file and the reason: ${reason}`, async (t) => {
    const directory = await agentDirectory(t, { 'broken.mjs': source });
    await assert.rejects(loadDriver({ practiceUrl: undefined, directory }), (error: Error) => {
      assert.match(error.message, /^The site driver .*broken\.mjs cannot be used: /);
      assert.ok(error.message.includes(reason), error.message);
      return true;
    });
  });
}

async function agentDirectory(
  t: TestContext,
  drivers: Record<string, string>,
  sites: Record<string, string> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'drivers-'));
  t.after(() => rm(directory, { recursive: true }));
  for (const [folder, files] of Object.entries({ drivers, sites })) {
    await mkdir(join(directory, folder));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(directory, folder, name), content);
    }
  }
  return directory;
}
