import assert from 'node:assert/strict';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isReserved } from '../connection/machine.ts';
import { writtenProfiles } from '../testing/written-profiles.ts';
import { unreadableGroup } from './listed-profiles.ts';

const GROUP = `[Profile0]
Name=default-release
IsRelative=1
Path=aaaa.default-release
StoreID=g1
ShowSelector=1
`;

const briefly = (profiles: Awaited<ReturnType<Awaited<ReturnType<typeof writtenProfiles>>['list']>>) =>
  profiles.map(
    (profile) => `${profile.name} ${profile.directory_name}${isReserved(profile) ? ' reserved' : ''}`,
  );

test('the profile that was active last in the default group is not its default', async () => {
  const ini = `${GROUP.replace('aaaa.default-release', 'bbbb.Profile 1')}\n[Install1]\nDefault=bbbb.Profile 1\nLocked=1\n`;
  await using firefox = await writtenProfiles(ini);
  await firefox.folders('aaaa.main', 'bbbb.Profile 1', 'cccc.Profile 2');
  using list = await firefox.group('g1', [
    [1, 'Original profile', 'aaaa.main'],
    [2, 'Shop', 'bbbb.Profile 1'],
    [3, 'Work', 'cccc.Profile 2'],
  ]);
  const all = ['Original profile aaaa.main reserved', 'Shop bbbb.Profile 1', 'Work cccc.Profile 2'];
  assert.deepEqual(briefly(await firefox.list()), all);
  // Whatever lock Firefox holds on its list.
  list.exec('pragma locking_mode = exclusive; begin exclusive');
  assert.deepEqual(briefly(await firefox.list()), all);
  list.exec("update Profiles set name = 'Not yet' where id = 2");
  assert.deepEqual(briefly(await firefox.list()), all);
  list.exec("commit; update Profiles set name = 'Renamed' where id = 2");
  assert.deepEqual(briefly(await firefox.list()).slice(1, 2), ['Renamed bbbb.Profile 1']);
  await assert.rejects(firefox.remove('cccc.Profile 2'), /list of profiles could not be changed: .*locked/);
  assert.deepEqual((await readdir(firefox.root)).length, 5);
});

test('a profile that its group does not list yet is listed by its entry', async () => {
  await using firefox = await writtenProfiles(
    `${GROUP}\n[Profile1]\nName=Kiln\nIsRelative=1\nPath=kkkk.kiln\nStoreID=g2\n`,
  );
  await firefox.folders('aaaa.default-release', 'bbbb.Profile 1', 'kkkk.kiln', 'llll.Profile 1');
  using _one = await firefox.group('g1', [
    [2, 'Shop', 'bbbb.Profile 1'],
    [3, 'Gone', 'gone'],
  ]);
  using _two = await firefox.group('g2', [[1, 'Shop', 'llll.Profile 1']]);
  assert.deepEqual(briefly(await firefox.list()), [
    'Shop bbbb.Profile 1',
    'default-release aaaa.default-release reserved',
    'Shop llll.Profile 1',
    'Kiln kkkk.kiln',
  ]);
});

test('an unreadable list hides no entry of profiles.ini', async () => {
  const two = '\n[Profile1]\nName=Kiln\nIsRelative=1\nPath=kkkk.kiln\nStoreID=';
  for (const storeId of ['absent', '../g1', 'broken', 'folder', 'empty', '"; drop']) {
    await using firefox = await writtenProfiles(`${GROUP}${two}${storeId}\n`);
    await firefox.folders('aaaa.default-release', 'kkkk.kiln', 'llll.outside');
    using _list = await firefox.group('g1', [[1, 'Original profile', 'aaaa.default-release']]);
    const groups = join(firefox.root, 'Profile Groups');
    await writeFile(join(groups, 'broken.sqlite'), 'no database at all, and longer than its header would be');
    await writeFile(join(groups, 'empty.sqlite'), '');
    await mkdir(join(groups, 'folder.sqlite'));
    const listed = briefly(await firefox.list());
    assert.deepEqual(listed, ['Original profile aaaa.default-release reserved', 'Kiln kkkk.kiln'], storeId);
    const isTold = !['absent', '../g1', '"; drop'].includes(storeId);
    const told = unreadableGroup(firefox.root);
    assert.match(
      told ?? '',
      isTold ? /made in 'Kiln' cannot be read, so they are not shown: / : /^$/,
      storeId,
    );
  }
});

test('each profile of a second group can be deleted, and the last one takes the list along', async () => {
  const other = '[Profile1]\nName=Kiln\nIsRelative=1\nPath=kkkk.kiln\nStoreID=g2\n';
  const main = '[Profile0]\nName=default\nIsRelative=1\nPath=aaaa.default\nDefault=1\n';
  await using firefox = await writtenProfiles(`${main}\n${other}`);
  await firefox.folders('aaaa.default', 'kkkk.kiln', 'llll.two', 'mmmm.three');
  const list = await firefox.group('g2', [
    [1, 'Kiln', 'kkkk.kiln'],
    [2, 'Two', 'llll.two'],
    [3, 'Three', 'mmmm.three'],
  ]);
  await firefox.remove('kkkk.kiln');
  assert.equal(await firefox.ini(), `${main}\n${other.replace('kkkk.kiln', 'llll.two')}`);
  assert.deepEqual(
    list
      .prepare('select id from Profiles')
      .all()
      .map(({ id }) => id),
    [2, 3],
  );
  list.close();
  await firefox.remove('mmmm.three');
  assert.equal(await firefox.ini(), `${main}\n${other.replace('kkkk.kiln', 'llll.two')}`);
  await firefox.remove('llll.two');
  assert.equal(await firefox.ini(), main);
  assert.deepEqual(await readdir(firefox.root, { recursive: true }), [
    'Profile Groups',
    'aaaa.default',
    'profiles.ini',
    'aaaa.default/times.json',
  ]);
});

test('a profile that cannot be removed from its group stays unchanged in the group, in profiles.ini and on the disk', async () => {
  await using firefox = await writtenProfiles(GROUP.replace('aaaa.default-release', 'bbbb.shop'));
  await firefox.folders('aaaa.default-release', 'bbbb.shop');
  using list = await firefox.group('g1', [
    [1, 'Original profile', 'aaaa.default-release'],
    [2, 'Shop', 'bbbb.shop'],
  ]);
  // Fails only at the commit, when the folder is moved already.
  list.exec('create table Users (profile references Profiles deferrable initially deferred)');
  list.exec('insert into Users values (2)');
  const before = await firefox.ini();
  await assert.rejects(firefox.remove('bbbb.shop'), /list of profiles could not be changed: FOREIGN KEY/);
  assert.equal(await firefox.ini(), before);
  assert.deepEqual(briefly(await firefox.list()), [
    'Original profile aaaa.default-release reserved',
    'Shop bbbb.shop',
  ]);
  assert.deepEqual((await readdir(firefox.root)).sort(), [
    'Profile Groups',
    'aaaa.default-release',
    'bbbb.shop',
    'profiles.ini',
  ]);
});

test('a linked profile is listed and used under its own name, once, and is only deleted by hand', async () => {
  const ini = [
    'aaaa.default',
    'linked',
    'bbbb.shop',
    'alias',
    'to-default',
    'to-root',
    'to-home',
    'dangling',
    'to-file',
  ]
    .map(
      (path, index) =>
        `[Profile${index}]\nName=p${index}\nIsRelative=1\nPath=${path}\n${index === 0 ? 'Default=1\n' : ''}`,
    )
    .join('\n');
  await using firefox = await writtenProfiles(ini);
  const { home, root } = firefox;
  await firefox.folders('aaaa.default', 'bbbb.shop', '../elsewhere/kiln', '../elsewhere/inner.default');
  await writeFile(join(home, 'elsewhere/kiln/places.sqlite'), 'x'.repeat(5_000));
  const links = {
    linked: join(home, 'elsewhere/kiln'),
    alias: join(root, 'bbbb.shop'),
    'to-default': join(root, 'aaaa.default'),
    'to-root': root,
    'to-home': home,
    dangling: join(home, 'nowhere'),
    'to-file': join(root, 'profiles.ini'),
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
  const listed = await firefox.list();
  assert.deepEqual(briefly(listed), ['p0 aaaa.default reserved', 'p1 linked', 'p2 bbbb.shop']);
  assert.equal(listed[1]?.path, join(root, 'linked'));
  assert.equal(listed[1]?.size_mb, 0.005);
  const everything = () => readdir(home, { recursive: true, withFileTypes: true });
  const before = await everything();
  for (const name of Object.keys(links)) {
    await assert.rejects(firefox.remove(name), /but a link/, name);
  }
  assert.deepEqual(await everything(), before);
  assert.equal(await firefox.ini(), ini);
});
