import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAll } from '../storage/durable-file.ts';

const PREFERENCES = [
  {
    name: 'remote.prefs.recommended',
    value: false,
    why: 'a driven Firefox leaves about 100 automation settings in this profile for good',
  },
  {
    name: 'network.http.request.max-attempts',
    value: 1,
    why: 'Firefox sends a message a second time when the connection breaks before the answer',
  },
];

/**
 * Writes the preferences of a driven profile into its user.js. Call it before each driven start. Returns whether lines
 * were added to an existing user.js, so that its owner can be informed. See
 * docs/firefox.md#settings-of-a-driven-profile.
 */
export function setDrivenPreferences(profilePath: string): boolean {
  const path = join(profilePath, 'user.js');
  const before = readIfThere(path);
  const missing = missingLines(before ?? '');
  if (missing === '') return false;
  append(path, `${before && !before.endsWith('\n') ? '\n' : ''}${missing}`);
  return before !== undefined;
}

/** The last line about a preference wins. */
function missingLines(userJs: string): string {
  const lines = userJs.split(/\r?\n/).map((line) => line.trim());
  return PREFERENCES.map(({ name, value, why }) => {
    const set = `user_pref("${name}",`;
    const wanted = `${set} ${value});`;
    if (lines.findLast((line) => line.startsWith(set)) === wanted) return '';
    return `// Pigeonpost: without the next line ${why}.\n${wanted}\n`;
  }).join('');
}

// Appended in place, not replaced: the file may be a link into the owner's own collection of settings.
function append(path: string, text: string): void {
  const file = openSync(path, 'a', 0o600);
  const { size } = fstatSync(file);
  try {
    writeAll(file, text);
    fsyncSync(file);
  } catch (error) {
    // Half a line would make Firefox refuse the whole file.
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
