import { basename } from 'node:path';
import { isDefaultProfile } from '@pigeonpost/contract/profiles';
import { type GroupMember, readProfileGroup } from './profile-groups.ts';
import { installationDefaults, type ProfileEntry, profileEntries, readProfilesIni } from './profiles-ini.ts';

/** A profile that Firefox lists: in profiles.ini, or in the list of a group that has an entry there. */
export interface ListedProfile {
  name: string;
  path: string;
  is_default: boolean;
  /** Its entry in profiles.ini, or the entry of its group. */
  entry: ProfileEntry;
  group?: { store_id: string; id: number };
}

/** All profiles that Firefox lists. Throws if profiles.ini cannot be read; a missing one counts as empty. */
export function listedProfiles(profilesDir: string): ListedProfile[] {
  const ini = readProfilesIni(profilesDir);
  const started = installationDefaults(ini, profilesDir);
  return profileEntries(ini, profilesDir).flatMap((entry) => {
    const listed = profilesOf(entry, profilesDir);
    return entry.is_default || listed.some(({ path }) => started.has(path)) ? markDefault(listed) : listed;
  });
}

/**
 * A sentence about a group whose list cannot be read, so that its profiles are not listed; undefined if there is none.
 */
export function unreadableGroup(profilesDir: string): string | undefined {
  try {
    for (const entry of profileEntries(readProfilesIni(profilesDir), profilesDir))
      readGroup(entry, profilesDir);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The profiles of an entry's group; none if it has no group. Throws a sentence if its list cannot be read. */
export function readGroup({ name, store_id }: ProfileEntry, profilesDir: string): GroupMember[] {
  try {
    return store_id === undefined ? [] : readProfileGroup(profilesDir, store_id);
  } catch (error) {
    throw new Error(
      `Firefox's list of the profiles made in '${name}' cannot be read, so they are not shown: ${(error as Error).message}`,
    );
  }
}

function membersOf(entry: ProfileEntry, profilesDir: string): GroupMember[] {
  try {
    return readGroup(entry, profilesDir);
  } catch {
    // Reported by `unreadableGroup`.
    return [];
  }
}

function profilesOf(entry: ProfileEntry, profilesDir: string): ListedProfile[] {
  const { store_id, name, path } = entry;
  const members = membersOf(entry, profilesDir);
  const listed: ListedProfile[] = members.map(({ id, ...member }) => ({
    ...member,
    is_default: false,
    entry,
    group: { store_id: store_id ?? '', id },
  }));
  if (listed.some((one) => one.path === path)) return listed;
  // Not on the list of its group yet: Firefox adds it when it is started with it.
  return [...listed, { name, path, is_default: false, entry }];
}

/**
 * The default of a group is the profile that the group began with. Its entry does not tell which one that is: it names
 * the profile that was active last, which may be one that the agent has just driven.
 */
function markDefault(listed: ListedProfile[]): ListedProfile[] {
  const isFirst = ({ path, group }: ListedProfile) =>
    listed.length === 1 || !group || group.id === 1 || isDefaultProfile(basename(path));
  return listed.map((one) => ({ ...one, is_default: isFirst(one) }));
}
