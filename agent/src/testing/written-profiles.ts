import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deleteProfile } from '../firefox/delete-profile.ts';
import { listProfiles } from '../firefox/profiles.ts';

/** A hand-written profiles folder, for content that Firefox would not write. */
export async function writtenProfiles(ini: string) {
  const home = await mkdtemp(join(tmpdir(), 'pigeonpost-written-'));
  const root = join(home, 'firefox');
  await mkdir(root);
  await writeFile(join(root, 'profiles.ini'), ini.replaceAll('HOME', home));
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
    /** Makes profile folders, by their paths in Firefox's folder. */
    async folders(...paths: string[]) {
      for (const path of paths) {
        await mkdir(join(root, path), { recursive: true });
        await writeFile(join(root, path, 'times.json'), '{}');
      }
    },
    /** Makes the list of a group with [id, name, path] of its profiles; it stays open as long as the test wants. */
    async group(storeId: string, members: [number, string, string][]) {
      await mkdir(join(root, 'Profile Groups'), { recursive: true });
      const list = new DatabaseSync(join(root, 'Profile Groups', `${storeId}.sqlite`));
      list.exec(`pragma journal_mode = wal; ${PROFILES}`);
      const insert = list.prepare("insert into Profiles values (?, ?, ?, 'book', '', '', '')");
      for (const [id, name, path] of members) insert.run(id, path, name);
      return list;
    },
    list: () => listProfiles(installation),
    remove: (path: string) => deleteProfile(join(root, path), { installation, env: { HOME: home } }),
    ini: () => readFile(join(root, 'profiles.ini'), 'utf8'),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}

// The schema of Firefox 153.
const PROFILES = `create table "Profiles" (
  id INTEGER NOT NULL, path TEXT NOT NULL UNIQUE, name TEXT NOT NULL, avatar TEXT NOT NULL,
  themeId TEXT NOT NULL, themeFg TEXT NOT NULL, themeBg TEXT NOT NULL, PRIMARY KEY(id)
)`;
