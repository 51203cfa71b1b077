export const PROFILE_NAME_MAX = 100;
export const PROFILE_PATH_MAX = 1000;

const DEFAULT_NAMES = /^(?:[a-z0-9]+\.)?default(?:-(?:release|nightly|esr|beta))?(?:-\d+)?$/i;

/** Whether a name or the last part of a path is one of Firefox's own default profiles (1-campaigns, 5). */
export function isDefaultProfile(nameOrPath: string): boolean {
  const last = nameOrPath.trim().split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  return DEFAULT_NAMES.test(last);
}
