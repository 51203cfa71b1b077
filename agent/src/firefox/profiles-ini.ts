import { readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { replaceFile } from '../storage/durable-file.ts';

/** profiles.ini with all its lines: unknown ones are written back unchanged. */
interface ProfilesIni {
  newline: string;
  /** The lines before the first section have no name. */
  sections: IniSection[];
}

interface IniSection {
  name: string | undefined;
  lines: string[];
}

/** A [ProfileN] section: a profile, or a group, with the path of the profile that was active last. */
export interface ProfileEntry {
  section: string;
  name: string;
  path: string;
  /** The file in 'Profile Groups' that lists the group's profiles; undefined without a group. */
  store_id: string | undefined;
  is_default: boolean;
}

/** Reads profiles.ini; a missing one counts as empty. */
export function readProfilesIni(profilesDir: string): ProfilesIni {
  try {
    return parseProfilesIni(readFileSync(join(profilesDir, 'profiles.ini'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return parseProfilesIni('');
    throw error;
  }
}

/** Replaces profiles.ini as a whole by an edited one; returns the previous one, so that it can be restored. */
export function editProfilesIni(profilesDir: string, edit: (ini: ProfilesIni) => ProfilesIni): ProfilesIni {
  const before = readProfilesIni(profilesDir);
  writeProfilesIni(profilesDir, edit(before));
  return before;
}

/** Replaces profiles.ini as a whole, so that a crash leaves the old one or the new one. */
export function writeProfilesIni(profilesDir: string, ini: ProfilesIni): void {
  replaceFile(join(profilesDir, 'profiles.ini'), formatProfilesIni(ini));
}

function parseProfilesIni(text: string): ProfilesIni {
  const sections: IniSection[] = [{ name: undefined, lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const name = /^\s*\[(.*)\]\s*$/.exec(line)?.[1];
    if (name === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ name, lines: [] });
  }
  return { newline: text.includes('\r\n') ? '\r\n' : '\n', sections };
}

function formatProfilesIni({ newline, sections }: ProfilesIni): string {
  return sections
    .flatMap(({ name, lines }) => (name === undefined ? lines : [`[${name}]`, ...lines]))
    .join(newline);
}

/**
 * The [ProfileN] sections of the file. Default are the profiles that an installation starts with, those marked so, and
 * a single one: Firefox marks it as soon as there is a second.
 */
export function profileEntries(ini: ProfilesIni, profilesDir: string): ProfileEntry[] {
  const started = installationDefaults(ini, profilesDir);
  const profiles = ini.sections.filter((section) => isProfile(section) && valueIn(section, 'Path'));
  return profiles.map((section) => {
    const path = folderOf(section, profilesDir);
    return {
      section: section.name ?? '',
      name: valueIn(section, 'Name') ?? '',
      path,
      store_id: valueIn(section, 'StoreID') || undefined,
      is_default: profiles.length === 1 || valueIn(section, 'Default') === '1' || started.has(path),
    };
  });
}

/** The folders that installations of Firefox start with. */
export function installationDefaults({ sections }: ProfilesIni, profilesDir: string): Set<string> {
  return new Set(sections.filter(isInstallation).map((section) => folderOf(section, profilesDir)));
}

/** Renames a profile. The name must be one line. */
export function withName(ini: ProfilesIni, section: string, name: string): ProfilesIni {
  return {
    ...ini,
    sections: ini.sections.map((one) =>
      one.name === section
        ? { ...one, lines: one.lines.map((line) => withValue(line, { Name: name })) }
        : one,
    ),
  };
}

/** Removes a profile and renumbers the others: Firefox stops reading at a gap. */
export function withoutProfile(ini: ProfilesIni, section: string): ProfilesIni {
  let next = 0;
  return {
    ...ini,
    sections: ini.sections
      .filter(({ name }) => name !== section)
      .map((one) => (isProfile(one) ? { ...one, name: `Profile${next++}` } : one)),
  };
}

/** Replaces a folder in its entry and in the installations that start with it. */
export function withFolder(
  ini: ProfilesIni,
  { profilesDir, from, to }: { profilesDir: string; from: string; to: string },
): ProfilesIni {
  const inside = relative(profilesDir, to);
  const isRelative = !inside.startsWith('..') && !isAbsolute(inside);
  const folder = isRelative ? inside.replaceAll(sep, '/') : to;
  const inEntry = { Path: folder, IsRelative: isRelative ? '1' : '0' };
  return {
    ...ini,
    sections: ini.sections.map((one) => {
      const isNaming = isProfile(one) || isInstallation(one);
      if (!isNaming || folderOf(one, profilesDir) !== from) return one;
      const values = isProfile(one) ? inEntry : { Default: folder };
      return { ...one, lines: one.lines.map((line) => withValue(line, values)) };
    }),
  };
}

function folderOf(section: IniSection, profilesDir: string): string {
  if (isInstallation(section)) return resolve(profilesDir, valueIn(section, 'Default') ?? '');
  const path = valueIn(section, 'Path') ?? '';
  return valueIn(section, 'IsRelative') === '1' ? resolve(profilesDir, path) : resolve(path);
}

function withValue(line: string, values: Record<string, string>): string {
  const key = keyOf(line);
  return key !== undefined && values[key] !== undefined ? `${key}=${values[key]}` : line;
}

function isInstallation({ name }: IniSection): boolean {
  return name?.startsWith('Install') ?? false;
}

function isProfile({ name }: IniSection): boolean {
  return name !== undefined && /^Profile\d+$/.test(name);
}

function valueIn({ lines }: IniSection, key: string): string | undefined {
  const line = lines.find((one) => keyOf(one) === key);
  return line?.slice(line.indexOf('=') + 1).trim();
}

function keyOf(line: string): string | undefined {
  return line.includes('=') ? line.slice(0, line.indexOf('=')).trim() : undefined;
}
