import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FirefoxProfile } from '@pigeonpost/contract/calls/agent';
import { type Installation, type MachineOptions, requireFirefox } from './installation.ts';
import { listedProfiles, readProfilesIni } from './profiles-ini.ts';

/** Firefox on this machine, as the calls that concern its profiles need it. */
export interface FirefoxOptions extends MachineOptions {
  installation: Installation;
}

/** The profiles of profiles.ini whose folder is there, with the size of their files in MB (10^6 bytes), to the kB. */
export async function listProfiles(installation: Installation): Promise<FirefoxProfile[]> {
  const { profiles_dir } = requireFirefox(installation);
  const profiles: FirefoxProfile[] = [];
  for (const { name, path, is_default } of listedProfiles(readProfilesIni(profiles_dir), profiles_dir)) {
    const found = await lstat(path).catch(() => undefined);
    if (!found?.isDirectory()) continue;
    const size_mb = Math.round((await folderBytes(path)) / 1000) / 1000;
    profiles.push({ name, directory_name: basename(path), path, size_mb, is_default });
  }
  return profiles;
}

// A running Firefox makes and removes files all the time: what is gone counts as 0.
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
