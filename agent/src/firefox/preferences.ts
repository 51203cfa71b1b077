import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAll } from '../storage/durable-file.ts';

const OPT_OUT = 'user_pref("remote.prefs.recommended", false);';
const MARK =
  '// Pigeonpost: without the next line a driven Firefox leaves about 100 automation settings in this profile for good.';

/**
 * Keeps Firefox's automation settings out of a profile; to be called before its first driven start.
 * Returns whether the line had to be added to a user.js that was there already, so that its owner can be informed.
 */
export function disableAutomationPreferences(profilePath: string): boolean {
  const path = join(profilePath, 'user.js');
  const before = readIfThere(path);
  if (before?.split(/\r?\n/).some((line) => line.trim() === OPT_OUT)) return false;
  // Appended in place, not replaced: the file may be a link into somebody's own collection of settings.
  const file = openSync(path, 'a', 0o600);
  const { size } = fstatSync(file);
  try {
    writeAll(file, `${before && !before.endsWith('\n') ? '\n' : ''}${MARK}\n${OPT_OUT}\n`);
    fsyncSync(file);
  } catch (error) {
    // Half a line would make Firefox refuse the whole file.
    ftruncateSync(file, size);
    throw error;
  } finally {
    closeSync(file);
  }
  return before !== undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
