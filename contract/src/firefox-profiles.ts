import { isLongerThan } from './text/characters.ts';

export const FIREFOX_NAME_MAX = 50;

/** Why a new Firefox profile cannot have this name; undefined if it can (docs/behaviour.md#firefox-profiles). */
export function firefoxNameError(wanted: string): string | undefined {
  const name = wanted.trim();
  if (name === '') return 'Profile name is required';
  if (isLongerThan(name, FIREFOX_NAME_MAX))
    return `Profile name must not exceed ${FIREFOX_NAME_MAX} characters`;
  // Control characters would break out of their line in profiles.ini; the others lead to other folders.
  if (/[\p{C}\p{Zl}\p{Zp}/\\]/u.test(name) || name.startsWith('.'))
    return 'Profile name must not contain slashes or control characters or begin with a dot';
  if (isHiddenName(name)) return "Profile name must not contain 'default': such profiles are hidden";
  return undefined;
}

/** Whether Firefox Profiles hides a profile of this name (docs/behaviour.md#default-profiles). */
export function isHiddenName(name: string): boolean {
  return name.toLowerCase().includes('default');
}

/** Whether a path is absolute and has no part that is empty, '.' or '..'. */
export function isPlainPath(path: string): boolean {
  const rest = /^(?:[a-z]:)?[\\/](.+)$/is.exec(path)?.[1];
  return rest?.split(/[\\/]/).every((part) => !['', '.', '..'].includes(part)) ?? false;
}

/** A form in which two spellings of the same folder are equal, also on systems that ignore case. */
export function comparablePath(path: string): string {
  return (
    path
      .trim()
      // Looked for at the first slash of a run alone: each machine reports 10,000 paths of 4,096 characters.
      .replace(/(?<![\\/])[\\/]+$/, '')
      .toLowerCase()
  );
}
