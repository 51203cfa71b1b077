import { lstatSync, mkdtempSync, realpathSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { requireFirefox } from './installation.ts';
import { profileFolders } from './profile-folders.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';
import type { FirefoxOptions } from './profiles.ts';
import {
  editProfilesIni,
  type ListedProfile,
  listedProfiles,
  readProfilesIni,
  withoutProfile,
  writeProfilesIni,
} from './profiles-ini.ts';

/**
 * Deletes a Firefox profile with its cache. Throws a sentence, and touches nothing, unless it certainly is
 * a profile of its own inside Firefox's folder that nobody uses. To be called within the manager's
 * `whileClosed`, so that nothing starts on it meanwhile.
 */
export async function deleteProfile(wantedPath: string, options: FirefoxOptions): Promise<void> {
  const { profiles_dir } = requireFirefox(options.installation);
  const path = resolve(wantedPath);
  const holder = await findProfileHolder(path);
  // From here to the rename nothing is awaited: what was checked is what is renamed.
  const profile = deletable(path, profiles_dir);
  if (holder) throw new ProfileInUse(holder.pid);
  const inside = relative(profiles_dir, path);
  const trash = mkdtempSync(join(profiles_dir, '.pigeonpost-trash-'));
  const before = editProfilesIni(profiles_dir, (ini) => withoutProfile(ini, profile.section));
  try {
    renameSync(path, join(trash, 'profile'));
  } catch (error) {
    writeProfilesIni(profiles_dir, before);
    await rm(trash, { recursive: true });
    throw new Error(`The profile's folder could not be moved: ${(error as Error).message}`);
  }
  await rm(trash, { recursive: true, force: true, maxRetries: 5 });
  await deleteCache(inside, options);
}

function deletable(path: string, profilesDir: string): ListedProfile {
  const listed = listedProfiles(readProfilesIni(profilesDir), profilesDir);
  const [profile, again] = listed.filter((one) => one.path === path);
  if (!profile) throw new Error(`${path} is not a profile that Firefox lists.`);
  if (again) throw new Error(`${path} is listed twice in profiles.ini.`);
  if (profile.is_default) throw new Error("Firefox's default profile is not deleted here.");
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new Error(`${path} is not a folder of its own.`);
  requireOwnPlace(path, profilesDir);
  if (listed.some((other) => other !== profile && other.path.startsWith(path + sep))) {
    throw new Error(`${path} has another profile inside it.`);
  }
  if (!isProfileLike(path)) throw new Error(`${path} does not look like a Firefox profile.`);
  return profile;
}

/** Profiles lie in Firefox's folder or in 'Profiles' there, and no link leads elsewhere on the way. */
function requireOwnPlace(path: string, profilesDir: string): void {
  const inside = relative(profilesDir, path);
  const reallyInside = relative(realpathSync(profilesDir), realpathSync(path));
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside) || inside !== reallyInside) {
    throw new Error(`${path} is outside Firefox's folder ${profilesDir}.`);
  }
  const folders = inside.split(sep);
  if (folders.length > 2 || (folders.length === 2 && folders[0] !== 'Profiles')) {
    throw new Error(`${path} lies too deep in Firefox's folder to be a profile.`);
  }
}

function isProfileLike(path: string): boolean {
  const has = (name: string) => lstatSync(join(path, name), { throwIfNoEntry: false })?.isFile() === true;
  return (has('times.json') || has('prefs.js')) && !has('profiles.ini');
}

async function deleteCache(inside: string, options: FirefoxOptions): Promise<void> {
  const { installation, env, platform = process.platform } = options;
  const { executable } = requireFirefox(installation);
  const version = installation.version ?? '';
  const { cache_dir } = profileFolders({ executable, version, env, platform });
  const cache = join(cache_dir, inside);
  if (!lstatSync(cache, { throwIfNoEntry: false })?.isDirectory()) return;
  if (relative(realpathSync(cache_dir), realpathSync(cache)) !== inside) return;
  await rm(cache, { recursive: true, force: true, maxRetries: 5 });
}
