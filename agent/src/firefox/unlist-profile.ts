import { renameSync } from 'node:fs';
import type { ListedProfile } from './listed-profiles.ts';
import { removeGroupMember, removeProfileGroup } from './profile-groups.ts';
import { editProfilesIni, withFolder, withoutProfile, writeProfilesIni } from './profiles-ini.ts';

interface UnlistOptions {
  profilesDir: string;
  /** All profiles that Firefox lists. */
  listed: ListedProfile[];
  /** The place that its folder is moved to. */
  to: string;
}

/**
 * Removes a profile from Firefox's lists and moves its folder away. The other profiles of its group stay listed: if
 * their entry in profiles.ini names this one, it names another of them instead. After an error, which is a sentence,
 * nothing has changed.
 */
export function unlistProfile(profile: ListedProfile, options: UnlistOptions): void {
  const { profilesDir, listed } = options;
  const { entry, group } = profile;
  const others = listed.filter((one) => one !== profile && one.entry.section === entry.section);
  const isLast = others.length === 0;
  const takeAway = () =>
    editAndMove(profile, { ...options, heir: others.find((one) => one.is_default) ?? others[0] });
  if (group && !isLast) {
    removeGroupMember(profilesDir, { storeId: group.store_id, id: group.id, meanwhile: takeAway });
  } else {
    takeAway();
    if (entry.store_id !== undefined && isLast) removeProfileGroup(profilesDir, entry.store_id);
  }
}

/** Returns a function that undoes it. */
function editAndMove(
  { path, entry }: ListedProfile,
  { profilesDir, to, heir }: UnlistOptions & { heir: ListedProfile | undefined },
): () => void {
  const before = editProfilesIni(profilesDir, (ini) =>
    heir ? withFolder(ini, { profilesDir, from: path, to: heir.path }) : withoutProfile(ini, entry.section),
  );
  try {
    renameSync(path, to);
  } catch (error) {
    writeProfilesIni(profilesDir, before);
    throw new Error(`The profile's folder could not be moved: ${(error as Error).message}`);
  }
  return () => {
    renameSync(to, path);
    writeProfilesIni(profilesDir, before);
  };
}
