import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { openMachine } from '../connection/machine.ts';
import { makeInFirefox } from '../testing/firefox-new-profile.ts';
import { screen } from '../testing/screen.ts';
import { type TemporaryFirefox, temporaryFirefox } from '../testing/temporary-firefox.ts';
import { createProfile } from './create-profile.ts';
import { deleteProfile } from './delete-profile.ts';
import { openProfileManager } from './profile-manager.ts';
import { listProfiles } from './profiles.ts';
import { StartLimit } from './start-limit.ts';
import { testProfile } from './test-profile.ts';

/** A Firefox whose default profile has a group, with profiles of these names made in it. */
async function groupOf(firefox: TemporaryFirefox, names: string[]) {
  const { installation, executable, env, profilesDir } = firefox;
  // This also makes the default profile first.
  const own = await createProfile('Own entry', { ...firefox, clock: systemClock });
  await deleteProfile(own.path, firefox);
  const [original] = await listProfiles(installation);
  assert.ok(original);
  await firefox.quiet(original.path);
  const running = await makeInFirefox({ executable, env, profilePath: original.path }, names);
  for (const path of running.paths) await firefox.quiet(path);
  const groups = join(profilesDir, 'Profile Groups');
  return { ...running, original: original.path, groups };
}

const named = async ({ installation }: TemporaryFirefox) =>
  (await listProfiles(installation))
    .map(({ name, is_default }) => (is_default ? `${name} (default)` : name))
    .sort();

/** The content of every file in a folder. */
async function contents(folder: string) {
  const names = (await readdir(folder)).sort();
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
  return Promise.all(names.map(async (name) => `${name} ${await hash(name)}`));
}

test("profiles of Firefox's own New profile are listed while it runs, without a change to its files", async () => {
  await using firefox = await temporaryFirefox();
  await using group = await groupOf(firefox, ['Shop größer', 'Work', 'Spare']);
  const { groups, paths, close } = group;
  const before = await contents(groups);
  assert.ok(before.some((line) => line.includes('.sqlite-wal')));
  const listed = await listProfiles(firefox.installation);
  assert.deepEqual(listed.map(({ name, path, is_default }) => ({ name, path, is_default })).slice(1), [
    { name: 'Shop größer', path: paths[0], is_default: false },
    { name: 'Work', path: paths[1], is_default: false },
    { name: 'Spare', path: paths[2], is_default: false },
  ]);
  assert.equal(listed[0]?.is_default, true);
  assert.equal(listed[1]?.directory_name, basename(paths[0] ?? ''));
  assert.deepEqual(await contents(groups), before);
  await deleteProfile(paths[2] ?? '', firefox);
  await close();
  const closed = await contents(groups);
  assert.deepEqual(await named(firefox), ['Original profile (default)', 'Shop größer', 'Work']);
  assert.deepEqual(await contents(groups), closed);
});

test('such a profile can be tested, driven repeatedly and opened; its group stays listed as it was', async () => {
  await using firefox = await temporaryFirefox();
  await using xvfb = await screen();
  await using group = await groupOf(firefox, ['Shop', 'Work']);
  const { paths, close, original } = group;
  await close();
  const [shop = '', work = ''] = paths;
  const all = ['Original profile (default)', 'Shop', 'Work'];
  const env = { ...firefox.env, DISPLAY: xvfb.display };
  const machine = await openMachine(env);
  const manager = await openProfileManager({
    startLimit: new StartLimit(),
    executable: async () => firefox.executable,
    headless: true,
    requireProfile: machine.requireProfile,
    directory: firefox.directory,
    clock: systemClock,
    env,
  });
  const tested = await manager.whileClosed(shop, () => testProfile(shop, { ...firefox, clock: systemClock }));
  assert.match(tested, /opened this profile/);
  const ini = await readFile(join(firefox.profilesDir, 'profiles.ini'), 'utf8');
  assert.ok(
    ini.includes(`Path=${basename(shop)}\n`),
    'Firefox did not name the profile that was active last',
  );
  assert.deepEqual(await named(firefox), all);

  await machine.refresh();
  assert.equal(await manager.drive(shop, (page) => page.evaluate('1 + 1')), 2);
  await manager.open(work);
  assert.equal(manager.state(work), 'human_open');
  assert.deepEqual(await named(firefox), all);
  await assert.rejects(
    manager.drive(original, async () => {}),
    /default profile, which is never used/,
  );
  assert.equal(await manager.closeAll(), 2);
});

test('a deleted one is gone for Firefox too, and its group stays; a new one has an entry of its own', async () => {
  await using firefox = await temporaryFirefox();
  const { executable, env, profilesDir } = firefox;
  await using group = await groupOf(firefox, ['Shop', 'Work']);
  const { paths, close, original } = group;
  await close();
  const [shop = ''] = paths;
  const options = { ...firefox, clock: systemClock };
  await assert.rejects(createProfile('SHOP', options), /called 'SHOP' already/);
  await testProfile(shop, options);
  await assert.rejects(deleteProfile(original, firefox), /default profile is not deleted/);
  const cache = join(firefox.home, '.cache/mozilla/firefox', basename(shop));
  assert.ok(existsSync(cache));
  await deleteProfile(shop, firefox);
  assert.equal(existsSync(shop), false);
  assert.equal(existsSync(cache), false);
  assert.deepEqual(await named(firefox), ['Original profile (default)', 'Work']);
  const ini = await readFile(join(profilesDir, 'profiles.ini'), 'utf8');
  assert.ok(ini.includes(`Path=${basename(original)}\n`));

  await createProfile('Shop', options);
  const running = await makeInFirefox({ executable, env, profilePath: original }, ['Later']);
  await running.close();
  assert.deepEqual(await named(firefox), ['Later', 'Original profile (default)', 'Shop', 'Work']);
});
