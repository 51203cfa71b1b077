export const PROFILE_NAME_MAX = 100;
export const PROFILE_PATH_MAX = 1000;

const DEFAULT_FORM = /^(?:default(?:-(?:release|nightly|esr|beta))?|[a-z0-9]+\.default(?:-[a-z0-9-]+)?)$/i;

/**
 * Whether a name or the last part of a path has exactly a form that Firefox gives its own default profiles
 * (docs/behaviour.md#default-profiles).
 */
export function isDefaultProfile(nameOrPath: string): boolean {
  const last = nameOrPath.trim().split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  return DEFAULT_FORM.test(last.trim());
}
