import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replaceFile } from '../storage/durable-file.ts';

/** profiles.ini with every line it had: what is not understood is written back as it was. */
interface ProfilesIni {
  newline: string;
  /** The lines before the first section have no name. */
  sections: IniSection[];
}

interface IniSection {
  name: string | undefined;
  lines: string[];
}

/** A [ProfileN] section. */
export interface ListedProfile {
  section: string;
  name: string;
  path: string;
  is_default: boolean;
}

/** Reads profiles.ini; an absent one is an empty one. */
export function readProfilesIni(profilesDir: string): ProfilesIni {
  try {
    return parseProfilesIni(readFileSync(join(profilesDir, 'profiles.ini'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return parseProfilesIni('');
    throw error;
  }
}

/** Replaces profiles.ini as a whole by an edited one; returns the one before, to be put back if need be. */
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
 * The profiles in the file. Default is what any installation starts with, what is marked so, and the only
 * one there is: Firefox marks that as soon as there is a second.
 */
export function listedProfiles({ sections }: ProfilesIni, profilesDir: string): ListedProfile[] {
  const installDefaults = new Set(
    sections.filter(({ name }) => name?.startsWith('Install')).map((section) => valueIn(section, 'Default')),
  );
  const profiles = sections.filter((section) => isProfile(section) && valueIn(section, 'Path'));
  return profiles.map((section) => {
    const path = valueIn(section, 'Path') ?? '';
    return {
      section: section.name ?? '',
      name: valueIn(section, 'Name') ?? '',
      path: valueIn(section, 'IsRelative') === '1' ? resolve(profilesDir, path) : resolve(path),
      is_default: profiles.length === 1 || valueIn(section, 'Default') === '1' || installDefaults.has(path),
    };
  });
}

/** Renames a profile. The name must be one line. */
export function withName(ini: ProfilesIni, section: string, name: string): ProfilesIni {
  const rename = (line: string) => (keyOf(line) === 'Name' ? `Name=${name}` : line);
  return {
    ...ini,
    sections: ini.sections.map((one) =>
      one.name === section ? { ...one, lines: one.lines.map(rename) } : one,
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
