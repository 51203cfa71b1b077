import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { temporaryFirefox } from '../testing/temporary-firefox.ts';
import { until } from '../testing/until.ts';
import { createProfile } from './create-profile.ts';
import { deleteProfile } from './delete-profile.ts';
import { listProfiles } from './profiles.ts';
import { testProfile } from './test-profile.ts';

test('the first profile made in an empty Firefox is not its default, and can be tested and deleted', async () => {
  await using firefox = await temporaryFirefox();
  const options = { ...firefox, clock: systemClock };
  const { installation } = firefox;
  assert.deepEqual(await listProfiles(installation), []);

  const shop = await createProfile('  Shop one: größer ', options);
  assert.equal(shop.name, 'Shop one: größer');
  assert.equal(shop.is_default, false);
  assert.equal(shop.directory_name, basename(shop.path));
  await createProfile('Second', options);
  const listed = await listProfiles(installation);
  assert.deepEqual(
    listed.map(({ name, is_default }) => ({ name, is_default })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: 'Second', is_default: false },
      { name: 'Shop one: größer', is_default: false },
      { name: 'default', is_default: true },
    ],
  );

  const message = await testProfile(shop.path, options);
  assert.match(message, /^Firefox \d+\.\d+\S* opened this profile and a page in \d+\.\d s$/);
  const tested = (await listProfiles(installation)).find(({ name }) => name === shop.name);
  assert.ok(tested && tested.size_mb > 1);

  const cache = join(firefox.home, '.cache/mozilla/firefox', shop.directory_name);
  await mkdir(cache, { recursive: true });
  await deleteProfile(shop.path, firefox);
  assert.equal(existsSync(shop.path), false);
  assert.equal(existsSync(cache), false);
  assert.equal((await listProfiles(installation)).length, 2);
  const ini = await readFile(join(firefox.profilesDir, 'profiles.ini'), 'utf8');
  assert.deepEqual(ini.match(/\[Profile\d+\]/g)?.sort(), ['[Profile0]', '[Profile1]']);

  // Firefox itself still understands the file.
  assert.equal((await createProfile('Third', options)).name, 'Third');
  assert.equal((await listProfiles(installation)).length, 3);
});

test('invalid names are refused before Firefox is started', async () => {
  await using firefox = await temporaryFirefox();
  const options = { ...firefox, clock: systemClock };
  const refusals: [string, RegExp][] = [
    ['', /^Error: Profile name is required$/],
    [' \t ', /required/],
    ['x'.repeat(51), /must not exceed 50 characters/],
    ['../evil', /slashes/],
    ['..', /slashes/],
    ['.hidden', /begin with a dot/],
    ['a/b', /slashes/],
    ['a\\b', /slashes/],
    ['a\nPath=..', /control characters/],
    ['a\r[General]', /control characters/],
    ['a\0b', /control characters/],
    ['a\u2028b', /control characters/],
    ['My Default-release', /hidden/],
  ];
  for (const [name, reason] of refusals) await assert.rejects(createProfile(name, options), reason, name);
  assert.equal(existsSync(firefox.profilesDir), false);
  await createProfile('x'.repeat(50), options);
  await createProfile('Shop', options);
  await assert.rejects(createProfile(' shop ', options), /called 'shop' already/);
});

test('two profiles requested at once are both made', async () => {
  await using firefox = await temporaryFirefox();
  const options = { ...firefox, clock: systemClock };
  const both = await Promise.allSettled(['one', 'one', 'two'].map((name) => createProfile(name, options)));
  assert.deepEqual(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

test('a folder that Firefox does not list is not tested', async () => {
  await using firefox = await temporaryFirefox();
  const stranger = await firefox.profileFolder('stranger', { isEmpty: true });
  await assert.rejects(
    testProfile(stranger, { ...firefox, clock: systemClock }),
    /not a profile that Firefox/,
  );
  assert.equal(existsSync(join(stranger, 'user.js')), false);
});

test('without Firefox every call says so', async () => {
  await using firefox = await temporaryFirefox();
  const installation = {
    detected: false,
    executable: null,
    version: null,
    profiles_dir: null,
    error: 'Firefox was not found.',
  };
  const options = { installation, env: firefox.env, clock: systemClock };
  await assert.rejects(listProfiles(installation), /Firefox was not found/);
  await assert.rejects(deleteProfile('/profile', options), /Firefox was not found/);
  await assert.rejects(createProfile('Shop', options), /Firefox was not found/);
});

test('a Firefox that hangs while a profile is made is ended', async () => {
  await using firefox = await temporaryFirefox();
  const executable = join(firefox.home, 'hanging');
  await writeFile(executable, '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 });
  const installation = { ...firefox.installation, executable };
  const clock = manualClock();
  const made = assert.rejects(createProfile('Shop', { ...firefox, installation, clock }), /did not make/);
  await until('the limit of making a profile', () => clock.sleepers() > 0);
  clock.turn(15_000);
  await made;
});
