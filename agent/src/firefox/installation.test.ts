import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFirefox } from '../testing/temporary-firefox.ts';
import { findFirefox, requireFirefox } from './installation.ts';
import { profileFolders } from './profile-folders.ts';

test('the installed Firefox is found with its version, as a program and not as a script', async () => {
  await using firefox = await temporaryFirefox();
  const { detected, executable, version, profiles_dir, error } = firefox.installation;
  assert.equal(detected, true);
  assert.match(executable ?? '', /^\/(?!usr\/bin)/);
  assert.match(version ?? '', /^\d+\.\d+/);
  assert.equal(profiles_dir, join(firefox.home, '.config/mozilla/firefox'));
  assert.equal(error, null);
});

test('FIREFOX names another one, and an error of it is reported', async () => {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-installation-'));
  const program = async (name: string, script: string) => {
    await writeFile(join(home, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return findFirefox({ env: { HOME: home, FIREFOX: join(home, name) }, platform: 'linux' });
  };
  const old = await program('old', 'echo Mozilla Firefox 128.0esr');
  assert.equal(old.version, '128.0esr');
  assert.equal(old.profiles_dir, join(home, '.mozilla/firefox'));
  assert.match((await program('other', 'echo Chromium 140')).error ?? '', /did not say which Firefox/);
  const broken = await program('broken', 'echo no display >&2; exit 1');
  assert.equal(
    broken.error,
    `${join(home, 'broken')} could not be started: it ended with code 1: no display`,
  );
  const absent = await findFirefox({ env: { FIREFOX: join(home, 'absent') } });
  assert.deepEqual(absent, {
    detected: false,
    executable: null,
    version: null,
    profiles_dir: null,
    error: `FIREFOX names ${join(home, 'absent')}, which is not a program.`,
  });
  assert.throws(() => requireFirefox(absent), /which is not a program/);
  await rm(home, { recursive: true });
});

test('the profiles folder follows the rules of each platform', async () => {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-installation-'));
  const folders = (
    executable: string,
    { platform = 'linux', env = {} }: { platform?: NodeJS.Platform; env?: NodeJS.ProcessEnv } = {},
  ) => profileFolders({ executable, version: '153.7.0', platform, env: { HOME: home, ...env } });
  const native = '/usr/lib/firefox/firefox';

  await mkdir(join(home, '.mozilla'));
  assert.deepEqual(folders(native), {
    profiles_dir: join(home, '.config/mozilla/firefox'),
    cache_dir: join(home, '.cache/mozilla/firefox'),
  });
  assert.equal(folders(native, { env: { XDG_CONFIG_HOME: '/xdg' } }).profiles_dir, '/xdg/mozilla/firefox');
  assert.equal(
    folders(native, { env: { MOZ_LEGACY_HOME: '1' } }).profiles_dir,
    join(home, '.mozilla/firefox'),
  );
  await mkdir(join(home, '.mozilla/firefox'));
  assert.equal(folders(native).profiles_dir, join(home, '.mozilla/firefox'));
  assert.equal(
    folders('/snap/bin/firefox').profiles_dir,
    join(home, 'snap/firefox/common/.config/mozilla/firefox'),
  );
  assert.equal(
    folders('/var/lib/flatpak/exports/bin/org.mozilla.firefox').profiles_dir,
    join(home, '.var/app/org.mozilla.firefox/config/mozilla/firefox'),
  );
  assert.equal(
    folders('/Applications/Firefox.app', { platform: 'darwin' }).profiles_dir,
    join(home, 'Library/Application Support/Firefox'),
  );
  assert.equal(
    folders('firefox.exe', { platform: 'win32', env: { APPDATA: '/roaming' } }).profiles_dir,
    '/roaming/Mozilla/Firefox',
  );
  assert.equal(
    folders('/var/lib/snapd/snap/bin/firefox').profiles_dir,
    join(home, 'snap/firefox/common/.config/mozilla/firefox'),
  );
  await mkdir(join(home, 'snap/firefox/common/.mozilla/firefox'), { recursive: true });
  await mkdir(join(home, '.var/app/org.mozilla.firefox/.mozilla/firefox'), { recursive: true });
  assert.equal(folders('/snap/bin/firefox').profiles_dir, join(home, 'snap/firefox/common/.mozilla/firefox'));
  assert.equal(
    folders(join(home, '.local/share/flatpak/exports/bin/org.mozilla.firefox')).profiles_dir,
    join(home, '.var/app/org.mozilla.firefox/.mozilla/firefox'),
  );
  await rm(home, { recursive: true });
});

test('a Firefox of the Microsoft Store is found by its alias, with the redirected folder that Windows gives it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-installation-'));
  const env = { LOCALAPPDATA: join(home, 'Local'), APPDATA: join(home, 'Roaming') };
  const apps = join(env.LOCALAPPDATA, 'Microsoft/WindowsApps');
  await mkdir(apps, { recursive: true });
  await writeFile(join(apps, 'firefox.exe'), '#!/bin/sh\necho Mozilla Firefox 153.0\n', { mode: 0o755 });
  const found = await findFirefox({ env, platform: 'win32' });
  const inStore = (part: string, name = 'Firefox') =>
    join(env.LOCALAPPDATA, `Packages/Mozilla.${name}_n80bbvh6b1yt2/LocalCache`, part, 'Mozilla/Firefox');
  assert.equal(found.executable, join(apps, 'firefox.exe'));
  assert.equal(found.profiles_dir, inStore('Roaming'));

  const folders = (executable: string) =>
    profileFolders({ executable, version: '153.0', platform: 'win32', env });
  const inPackage = (name: string) =>
    String.raw`C:\Program Files\WindowsApps\Mozilla.${name}_153.0.0.0_x64__n80bbvh6b1yt2\VFS\ProgramFiles\Firefox Package Root\firefox.exe`;
  assert.deepEqual(folders(inPackage('Firefox')), {
    profiles_dir: inStore('Roaming'),
    cache_dir: inStore('Local'),
  });
  assert.equal(folders(inPackage('FirefoxBeta')).profiles_dir, inStore('Roaming', 'FirefoxBeta'));
  assert.deepEqual(folders(String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`), {
    profiles_dir: join(env.APPDATA, 'Mozilla/Firefox'),
    cache_dir: join(env.LOCALAPPDATA, 'Mozilla/Firefox'),
  });

  // An alias is a link that only Windows can follow; this one leads nowhere.
  await rm(join(apps, 'firefox.exe'));
  await symlink(join(home, 'away'), join(apps, 'firefox.exe'));
  assert.match((await findFirefox({ env, platform: 'win32' })).error ?? '', /could not be started/);
  await rm(home, { recursive: true });
});
