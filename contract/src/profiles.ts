export const PROFILE_NAME_MAX = 100;
export const PROFILE_PATH_MAX = 1000;

/** Whether a name or the last part of a path is one of Firefox's own default profiles (docs/behaviour.md#profiles). */
export function isDefaultProfile(nameOrPath: string): boolean {
  const last = nameOrPath.trim().split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  return last.toLowerCase().includes('default');
}
