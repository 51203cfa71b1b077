import assert from 'node:assert/strict';
import { lstatSync } from 'node:fs';
import { symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { screen } from '../testing/screen.ts';
import { temporaryFirefox } from '../testing/temporary-firefox.ts';
import { openWindow } from './open-window.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';

test('a profile is held while its Firefox runs, and not by the files that remain', async () => {
  await using firefox = await temporaryFirefox();
  await using xvfb = await screen();
  const profilePath = await firefox.profileFolder('locked');
  assert.equal(await findProfileHolder(profilePath), undefined);
  const env = { ...firefox.env, DISPLAY: xvfb.display };
  const window = await openWindow({ ...firefox, env, profilePath, clock: systemClock });
  // By the kernel's list of locks, and by the link on systems without that list.
  assert.deepEqual(await findProfileHolder(profilePath, 'linux'), { pid: window.pid });
  assert.deepEqual(await findProfileHolder(profilePath, 'darwin'), { pid: window.pid });
  await window.close();
  // A clean exit leaves the link there, SIGTERM does not.
  await symlink(`127.0.1.1:+${window.pid}`, join(profilePath, 'lock'));
  assert.ok(lstatSync(join(profilePath, '.parentlock')).isFile());
  assert.equal(await findProfileHolder(profilePath, 'linux'), undefined);
  assert.equal(await findProfileHolder(profilePath, 'darwin'), undefined);
});

test('a link to a process that is not Firefox, or to nothing, holds nothing', async () => {
  await using firefox = await temporaryFirefox();
  const profilePath = await firefox.profileFolder('stale');
  await writeFile(join(profilePath, '.parentlock'), '');
  for (const target of [`127.0.1.1:+${process.pid}`, '127.0.1.1:+4194305', 'nonsense']) {
    await symlink(target, join(profilePath, 'lock'));
    assert.equal(await findProfileHolder(profilePath, 'darwin'), undefined, target);
    assert.equal(await findProfileHolder(profilePath, 'linux'), undefined, target);
    await unlink(join(profilePath, 'lock'));
  }
});

test('without a known pid the sentence still says what to do', () => {
  assert.equal(new ProfileInUse(undefined).message, 'Profile is open in Firefox. Close it first.');
});
