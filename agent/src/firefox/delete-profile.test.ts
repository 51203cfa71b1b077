import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../clock.ts';
import { screen } from '../testing/screen.ts';
import { temporaryFirefox } from '../testing/temporary-firefox.ts';
import { deleteProfile } from './delete-profile.ts';
import { openWindow } from './open-window.ts';

/** A hand-written profiles folder: [section's Path, IsRelative] of each profile, after a default one. */
async function handWritten(profiles: { path: string; relative?: boolean }[], rest = '') {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-delete-'));
  const root = join(home, 'firefox');
  await profileAt(join(root, 'aaaa.default'));
  const sections = [
    '[Profile0]\nName=default\nIsRelative=1\nPath=aaaa.default\nDefault=1\n',
    ...profiles.map(
      ({ path, relative = true }, index) =>
        `[Profile${index + 1}]\nName=p${index}\nIsRelative=${relative ? 1 : 0}\nPath=${path.replace('HOME', home)}\n`,
    ),
  ];
  await writeFile(join(root, 'profiles.ini'), `${sections.join('\n')}${rest}`);
  const installation = {
    detected: true,
    executable: '/usr/bin/firefox',
    version: '153.0',
    profiles_dir: root,
    error: null,
  };
  return {
    home,
    root,
    remove: (path: string) => deleteProfile(path, { installation, env: { HOME: home } }),
    ini: () => readFile(join(root, 'profiles.ini'), 'utf8'),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}

async function profileAt(path: string) {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'times.json'), '{}');
}

test('an ordinary profile is deleted, and the other entries of profiles.ini stay', async () => {
  const rest =
    '\n[InstallABC]\nDefault=aaaa.default\nLocked=1\n\n; a note\n[Odd thing]\nkey = value = more\n';
  await using firefox = await handWritten([{ path: 'bbbb.shop' }, { path: 'Profiles/cccc.two' }], rest);
  await profileAt(join(firefox.root, 'bbbb.shop'));
  await profileAt(join(firefox.root, 'Profiles/cccc.two'));
  await firefox.remove(join(firefox.root, 'bbbb.shop'));
  assert.equal(
    await firefox.ini(),
    `[Profile0]\nName=default\nIsRelative=1\nPath=aaaa.default\nDefault=1\n\n[Profile1]\nName=p1\nIsRelative=1\nPath=Profiles/cccc.two\n${rest}`,
  );
  await firefox.remove(join(firefox.root, 'Profiles/cccc.two'));
  assert.deepEqual((await readdir(firefox.root)).sort(), ['Profiles', 'aaaa.default', 'profiles.ini']);
});

test('entries of a hostile profiles.ini are refused without a change', async () => {
  await using firefox = await handWritten([
    { path: '.' },
    { path: '..' },
    { path: '../outside' },
    { path: 'HOME/outside', relative: false },
    { path: 'dddd.link' },
    { path: 'linked/inner' },
    { path: 'Profiles' },
    { path: 'Profiles/eeee.inner' },
    { path: 'a/b/c' },
    { path: 'a/b' },
    { path: 'ffff.empty' },
    { path: 'gggg.absent' },
    { path: 'hhhh.twice' },
    { path: 'hhhh.twice' },
  ]);
  const { home, root } = firefox;
  for (const path of ['Profiles', 'Profiles/eeee.inner', 'a/b/c', 'a/b', 'hhhh.twice']) {
    await profileAt(join(root, path));
  }
  await profileAt(root);
  await profileAt(join(home, 'outside/inner'));
  await profileAt(join(home, 'outside'));
  await mkdir(join(root, 'ffff.empty'));
  await symlink(join(home, 'outside'), join(root, 'dddd.link'));
  await symlink(join(home, 'outside'), join(root, 'linked'));
  const before = await readdir(home, { recursive: true });
  const iniBefore = await firefox.ini();

  const refusals: [string, RegExp][] = [
    [root, /outside Firefox's folder/],
    [home, /outside Firefox's folder/],
    [join(home, 'outside'), /listed twice/],
    [join(root, 'dddd.link'), /not a folder of its own/],
    [join(root, 'linked/inner'), /outside Firefox's folder/],
    [join(root, 'Profiles'), /another profile inside/],
    [join(root, 'a/b/c'), /too deep/],
    [join(root, 'a/b'), /too deep/],
    [join(root, 'ffff.empty'), /does not look like/],
    [join(root, 'gggg.absent'), /not a folder of its own/],
    [join(root, 'hhhh.twice'), /listed twice/],
    [join(root, 'aaaa.default'), /default profile is not deleted/],
    [join(root, 'unlisted'), /not a profile that Firefox lists/],
    ['/', /not a profile that Firefox lists/],
  ];
  for (const [path, reason] of refusals) await assert.rejects(firefox.remove(path), reason, path);
  assert.deepEqual(await readdir(home, { recursive: true }), before);
  assert.equal(await firefox.ini(), iniBefore);
});

test('a profile outside the folder is refused however its path is written', async () => {
  for (const entry of [{ path: '../outside' }, { path: 'HOME/outside', relative: false }]) {
    await using firefox = await handWritten([entry]);
    await profileAt(join(firefox.home, 'outside'));
    await assert.rejects(firefox.remove(join(firefox.home, 'outside')), /outside Firefox's folder/);
    assert.ok(existsSync(join(firefox.home, 'outside/times.json')));
  }
});

test("an installation's own profile and the only one there is count as default", async () => {
  await using firefox = await handWritten([{ path: 'bbbb.shop' }], '\n[Install1]\nDefault=bbbb.shop\n');
  await profileAt(join(firefox.root, 'bbbb.shop'));
  await assert.rejects(firefox.remove(join(firefox.root, 'bbbb.shop')), /default profile/);
  await writeFile(
    join(firefox.root, 'profiles.ini'),
    '[Profile0]\r\nName=only\r\nIsRelative=1\r\nPath=bbbb.shop\r\n',
  );
  await assert.rejects(firefox.remove(join(firefox.root, 'bbbb.shop')), /default profile/);
});

test('a cache that is a link is left alone', async () => {
  await using firefox = await handWritten([{ path: 'bbbb.shop' }]);
  await profileAt(join(firefox.root, 'bbbb.shop'));
  await profileAt(join(firefox.home, 'precious'));
  await mkdir(join(firefox.home, '.cache/mozilla/firefox'), { recursive: true });
  await symlink(join(firefox.home, 'precious'), join(firefox.home, '.cache/mozilla/firefox/bbbb.shop'));
  await firefox.remove(join(firefox.root, 'bbbb.shop'));
  assert.ok(existsSync(join(firefox.home, 'precious/times.json')));
});

test('a profile that a person has open is not deleted', async () => {
  await using real = await temporaryFirefox();
  await using xvfb = await screen();
  await using firefox = await handWritten([{ path: 'bbbb.shop' }]);
  const profilePath = join(firefox.root, 'bbbb.shop');
  await profileAt(profilePath);
  const env = { ...real.env, DISPLAY: xvfb.display };
  const window = await openWindow({ ...real, env, profilePath, clock: systemClock });
  await assert.rejects(firefox.remove(profilePath), { name: 'ProfileInUse', pid: window.pid });
  await window.close();
  await firefox.remove(profilePath);
  assert.equal(existsSync(profilePath), false);
});
