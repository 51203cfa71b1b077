import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Choice } from './opened.ts';
import { readSource } from './read-source.ts';

const PEOPLE = ['vera_kiln', 'otto.weld', 'tomas__r', 'nia.b4'];

const read = async (name: string, content: BlobPart, choice: Choice = {}) => {
  const source = { files: [new File([content], name)] };
  const result = await readSource({ source, kind: 'instagram', choices: [choice], isStopped: () => false });
  assert.ok(result);
  const { counter, outlines } = result;
  return { ...counter.counts(), names: counter.names(), kinds: outlines[0]?.kinds };
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
