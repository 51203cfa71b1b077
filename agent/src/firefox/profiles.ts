import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { type Installation, type MachineOptions, requireFirefox } from './installation.ts';
import { type ListedProfile, listedProfiles } from './listed-profiles.ts';

/** This machine's Firefox, for the calls about its profiles. */
export interface FirefoxOptions extends MachineOptions {
  installation: Installation;
}

/**
 * The profiles that Firefox lists and whose folder exists, with the size of their files in MB (10^6 bytes), to the kB.
 * A folder with several names, through links, is listed once.
 */
export async function listProfiles(installation: Installation): Promise<FirefoxProfile[]> {
  const { profiles_dir } = requireFirefox(installation);
  const profiles: FirefoxProfile[] = [];
  for (const { name, path, is_default, folder } of await profileFoldersThere(profiles_dir)) {
    const size_mb = Math.round((await folderBytes(folder)) / 1000) / 1000;
    profiles.push({ name, directory_name: basename(path), path, size_mb, is_default });
  }
  return profiles;
}

interface FoundProfile extends ListedProfile {
  /** The real folder behind a link. */
  folder: string;
}

async function profileFoldersThere(profilesDir: string): Promise<FoundProfile[]> {
  const own = await realpath(profilesDir).catch(() => profilesDir);
  const found: FoundProfile[] = [];
  for (const listed of listedProfiles(profilesDir)) {
    const folder = await realpath(listed.path).catch(() => undefined);
    if (folder === undefined || !(await stat(folder)).isDirectory()) continue;
    // A link or an entry to Firefox's own folder, or to a parent of it, is not a profile.
    if (`${own}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) continue;
    found.push({ ...listed, folder });
  }
  return withoutAliases(found);
}

/** One name for each folder, its own if that is listed. It is a default profile if any of its names is. */
function withoutAliases(found: FoundProfile[]): FoundProfile[] {
  return [...Map.groupBy(found, ({ folder }) => folder).values()].flatMap((names) => {
    const one = names.find(({ path, folder }) => path === folder) ?? names[0];
    if (!one) return [];
    const isDefault = names.some(({ is_default }) => is_default) || isDefaultProfile(one.folder);
    return [{ ...one, is_default: isDefault }];
  });
}

// A running Firefox makes and removes files all the time: a missing one counts as 0.
async function folderBytes(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      lstat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
