import { lstatSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { requireFirefox } from './installation.ts';
import { type ListedProfile, listedProfiles, readGroup } from './listed-profiles.ts';
import { profileFolders } from './profile-folders.ts';
import { findProfileHolder, ProfileInUse } from './profile-lock.ts';
import type { FirefoxOptions } from './profiles.ts';
import { unlistProfile } from './unlist-profile.ts';

/**
 * Deletes a Firefox profile with its cache. Throws a sentence, and changes nothing, unless it certainly is a separate,
 * unused profile inside Firefox's folder. Call it within the manager's `whileClosed`, so that nothing starts on the
 * profile meanwhile.
 */
export async function deleteProfile(wantedPath: string, options: FirefoxOptions): Promise<void> {
  const { profiles_dir } = requireFirefox(options.installation);
  const path = resolve(wantedPath);
  const holder = await findProfileHolder(path);
  // Nothing is awaited from here to the rename, so the checked folder is the renamed one.
  const listed = listedProfiles(profiles_dir);
  const profile = deletable(path, listed, profiles_dir);
  if (holder) throw new ProfileInUse(holder.pid);
  const inside = relative(profiles_dir, path);
  const trash = mkdtempSync(join(profiles_dir, '.pigeonpost-trash-'));
  try {
    unlistProfile(profile, { profilesDir: profiles_dir, listed, to: join(trash, 'profile') });
  } catch (error) {
    await rm(trash, { recursive: true });
    throw error;
  }
  await rm(trash, { recursive: true, force: true, maxRetries: 5 });
  await deleteCache(inside, options);
}

function deletable(path: string, listed: ListedProfile[], profilesDir: string): ListedProfile {
  const [profile, again] = listed.filter((one) => one.path === path);
  if (!profile) throw new Error(`${path} is not a profile that Firefox lists.`);
  if (again) throw new Error(`${path} is listed twice in profiles.ini.`);
  if (profile.is_default) throw new Error("Firefox's default profile is not deleted here.");
  // Without the list it is unknown which other profiles the deletion would remove.
  readGroup(profile.entry, profilesDir);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink())
    throw new Error(`${path} is not a folder of its own but a link. Delete it by hand.`);
  if (!found?.isDirectory()) throw new Error(`${path} is not a folder of its own.`);
  requireOwnPlace(path, profilesDir);
  if (listed.some((other) => other !== profile && other.path.startsWith(path + sep))) {
    throw new Error(`${path} has another profile inside it.`);
  }
  if (!isProfileLike(path)) throw new Error(`${path} does not look like a Firefox profile.`);
  return profile;
}

/** Profiles must lie in Firefox's folder or in 'Profiles' there, without a link on the way. */
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
