import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Choice } from './opened.ts';
import { read as readParts } from './testing/read-for-tests.ts';

const PEOPLE = ['vera_kiln', 'otto.weld', 'tomas__r', 'nia.b4'];

const read = async (name: string, content: BlobPart, choice: Choice = {}) => {
  const result = await readParts({ files: [new File([content], name)] }, { choice });
  return { ...result, kinds: result.outline?.kinds, since: result.outline?.since };
};
const zipOf = async (files: Record<string, string>, password?: string) => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), password === undefined ? {} : { password });
  for (const [path, text] of Object.entries(files)) await zip.add(path, new TextReader(text));
  return new Uint8Array(await zip.close());
};

const byValue = (name: string) => ({
  title: '',
  string_list_data: [{ href: `https://www.instagram.com/${name}`, value: name, timestamp: 1 }],
});
const byLink = (name: string) => ({ string_list_data: [{ href: `https://www.instagram.com/_u/${name}` }] });
const byTitle = (name: string) => ({ title: name, string_list_data: [{ timestamp: 1 }] });
const followers = JSON.stringify(PEOPLE.map(byValue));
const FOLDER = 'connections/followers_and_following';

test('the download’s JSON gives the names, wherever they stand in an entry', async () => {
  for (const entry of [byValue, byLink, byTitle] as ((name: string) => object)[]) {
    assert.deepEqual((await read('followers_1.json', JSON.stringify(PEOPLE.map(entry)))).names, PEOPLE);
    const following = await read('x.json', JSON.stringify({ relationships_following: PEOPLE.map(entry) }));
    assert.deepEqual(following.names, PEOPLE);
    assert.deepEqual(following.kinds, [{ kind: 'following', count: 4, isChosen: true }]);
  }
});

test('the download’s HTML gives the names of its links, never their texts', async () => {
  const links = PEOPLE.map(
    (name) =>
      `<div><a target="_blank" href="https://www.instagram.com/_u/${name}?a=1&amp;b">https://x</a></div>`,
  );
  const page = `<html><head><title>Following</title></head><body><a href="https://help.example/">Help</a>${links.join('')}</body></html>`;
  const { names, invalid, kinds } = await read('a.html', page);
  assert.deepEqual([names, invalid, kinds?.[0]?.kind], [PEOPLE, 0, 'following']);
});

test('of a zip only the files with accounts are read; a name in two kinds is one person', async () => {
  const zip = await zipOf({
    [`${FOLDER}/followers_1.json`]: JSON.stringify(PEOPLE.slice(0, 2).map(byValue)),
    [`${FOLDER}/followers_2.json`]: JSON.stringify(PEOPLE.slice(2).map(byValue)),
    [`${FOLDER}/following.json`]: JSON.stringify({
      relationships_following: [byTitle('vera_kiln'), byTitle('maja.s')],
    }),
    [`${FOLDER}/blocked_profiles.json`]: JSON.stringify({ relationships_blocked_users: [byTitle('gone')] }),
    [`${FOLDER}/close_friends.json`]: '{broken',
    'messages/inbox/followers_1.json': JSON.stringify([byValue('stranger')]),
    'media/photo.jpg': 'x'.repeat(1_000),
  });
  const { names, kinds } = await read('instagram-clay.zip', zip);
  assert.deepEqual(names, PEOPLE);
  assert.deepEqual(
    kinds?.map(({ kind, count, isChosen }) => [kind, count, isChosen]),
    [
      ['followers', 4, true],
      ['following', 2, false],
      ['close_friends', 0, false],
    ],
  );
  const both = await read('instagram-clay.zip', zip, { kinds: ['followers', 'following'] });
  assert.deepEqual([both.names, both.duplicates], [[...PEOPLE, 'maja.s'], 1]);
  const none = await read('instagram-clay.zip', zip, { kinds: [] });
  assert.deepEqual(none.names, []);
});

const MAJA =
  '[{"title":"","media_list_data":[],"string_list_data":[{"href":"https://www.instagram.com/maja.s","value":"maja.s","timestamp":1710000000}]}]';
const OLIVE =
  '{"relationships_following":[{"title":"olive_and_oak","string_list_data":[{"href":"https://www.instagram.com/_u/olive_and_oak","timestamp":1700000000}]}]}';

test('the date of an account becomes the field since where it is wanted', async () => {
  const zip = await zipOf({ [`${FOLDER}/followers_1.json`]: MAJA, [`${FOLDER}/following.json`]: OLIVE });
  const found = await read('instagram-clay.zip', zip);
  assert.deepEqual(
    found.kinds?.map(({ kind, count, isChosen }) => [kind, count, isChosen]),
    [
      ['followers', 1, true],
      ['following', 1, false],
    ],
  );
  assert.deepEqual(
    [found.since, found.names, found.table],
    [{ example: '2024-03-09', isChosen: false }, ['maja.s'], undefined],
  );
  const wanted = await read('instagram-clay.zip', zip, { kinds: ['followers', 'following'], since: true });
  assert.equal(wanted.table, '[["maja.s","2024-03-09"],["olive_and_oak","2023-11-14"]]');
  assert.deepEqual(wanted.outline?.uses, ['skip', { field: 'since' }]);
  const following = await read('instagram-clay.zip', zip, { kinds: ['following'] });
  assert.equal(following.since?.example, '2023-11-14');
  const without = await read('followers_1.json', followers.replaceAll('"timestamp":1', '"timestamp":0'), {
    since: true,
  });
  assert.deepEqual([without.since, without.names, without.table], [undefined, PEOPLE, undefined]);
});

test('of a zip with a video of 3 GB only the accounts are read', async (t) => {
  const video = 3 * 1024 ** 3;
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-import-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'instagram-clay.zip');
  const zip = await zipOf({ [`${FOLDER}/followers_1.json`]: MAJA });
  // The video is a hole in the file, from the start of an entry to those with accounts and the directory.
  const file = await open(path, 'w');
  await file.write(zip, 0, 4, 0);
  await file.write(zip, 0, zip.length, video);
  await file.close();
  const before = process.memoryUsage().rss;
  const source = { files: [new File([await openAsBlob(path)], 'instagram-clay.zip')] };
  const { names } = await readParts(source);
  assert.deepEqual(names, ['maja.s']);
  assert.ok(process.memoryUsage().rss - before < 300 * 1024 ** 2);
});

test('a person of two kinds is one, whose first date counts', async () => {
  const both = `{"relationships_following":[${JSON.stringify(byLink('maja.s')).replace('}]', ',"timestamp":1700000000}]')}]}`;
  const zip = await zipOf({ [`${FOLDER}/followers_1.json`]: MAJA, [`${FOLDER}/following.json`]: both });
  const read = await readParts(
    { files: [new File([zip], 'clay.zip')] },
    { choice: { kinds: ['followers', 'following'], since: true }, repeated: new Set(['maja.s']) },
  );
  assert.deepEqual([read.valid, read.duplicates], [1, 1]);
  assert.equal(
    read.refused,
    '\ufeffusername,line,reason\r\nmaja.s,2,"the same person as line 1; since differs: 2024-03-09, 2023-11-14"',
  );
});

test('a date of the download’s HTML is read where it stands behind its link in a known form', async () => {
  const page = (rows: [name: string, date: string][]) =>
    `<html><head><title>Following</title></head><body>${rows
      .map(
        ([name, date]) =>
          `<div><a target="_blank" href="https://www.instagram.com/_u/${name}">https://www.instagram.com/_u/${name}</a></div><div>${date}</div>`,
      )
      .join('')}</body></html>`;
  const rows: [string, string][] = [
    ['olive_and_oak', 'Jan 19, 2018 10:42 am'],
    ['maja.s', '2024-03-09T16:00:00Z'],
    ['vera_kiln', 'September 1, 2024'],
    ['otto.weld', 'Feb 30, 2024 1:00 pm'],
    ['nia.b4', '19. Januar 2018'],
    ['tomas__r', ''],
  ];
  const { table, names, since, kinds } = await read('following.html', page(rows), { since: true });
  assert.equal(kinds?.[0]?.kind, 'following');
  assert.deepEqual(
    names,
    rows.map(([name]) => name),
  );
  assert.equal(since?.example, '2018-01-19');
  assert.deepEqual(JSON.parse(table ?? '[]'), [
    ['olive_and_oak', '2018-01-19'],
    ['maja.s', '2024-03-09'],
    ['vera_kiln', '2024-09-01'],
    ['otto.weld', ''],
    ['nia.b4', ''],
    ['tomas__r', ''],
  ]);
});

test('which accounts a page has is said by its heading, else by its name', async () => {
  const page = (title: string) =>
    `<html><head><title>${title}</title></head><body><h2>unfollowed_by</h2><a href="https://www.instagram.com/_u/maja.s">x</a></body></html>`;
  const kindOf = async (name: string, title: string) => (await read(name, page(title))).kinds?.[0]?.kind;
  assert.equal(await kindOf('followers_1.html', 'Following'), 'following');
  assert.equal(await kindOf('followers_1.html', 'Abonnenten'), 'followers');
  assert.equal(await kindOf('page.html', 'Recently unfollowed accounts'), 'unfollowed');
});

test('what has no accounts of a known kind says so', async () => {
  const unknown = { message: 'This file has no list of accounts that Pigeonpost knows.' };
  for (const json of [
    '{"a":1}',
    '[1,2]',
    '{"a":',
    '[{"string_list_data":1}]',
    '{"relationships_blocked_users":[]}',
  ])
    await assert.rejects(read('x.json', json), unknown, json);
  await assert.rejects(
    read('page.html', '<html><a href="https://www.instagram.com/vera_kiln">x</a></html>'),
    unknown,
  );
  await assert.rejects(read('x.zip', await zipOf({ 'photo.jpg': 'x' })), {
    message: /^No followers or following in this file\./,
  });
  const locked = await zipOf({ [`${FOLDER}/followers_1.json`]: followers }, 'secret');
  await assert.rejects(read('x.zip', locked), { message: 'This file is locked with a password.' });
  await assert.rejects(read('x.docx', await zipOf({ '[Content_Types].xml': '<x/>' })), {
    message: /^This file cannot be read\./,
  });
});
