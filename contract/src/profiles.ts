export const PROFILE_NAME_MAX = 100;
export const PROFILE_PATH_MAX = 1000;

/** Filters of a user's profiles by their present state; a profile may have several. */
export const PROFILE_STATES = ['sending', 'blocked', 'signed_out', 'open', 'off'] as const;
export type ProfileState = (typeof PROFILE_STATES)[number];

/** The sort orders of profiles: by name, or those that need their owner first. */
export const PROFILE_SORTS = ['name', 'trouble'] as const;

/** The actions on many profiles at once. */
export const PROFILE_BULK_ACTIONS = ['resume', 'switch_off', 'switch_on'] as const;
export type ProfileBulkAction = (typeof PROFILE_BULK_ACTIONS)[number];

const DEFAULT_FORM = /^(?:default(?:-(?:release|nightly|esr|beta))?|[a-z0-9]+\.default(?:-[a-z0-9-]+)?)$/i;

/**
 * Whether a name or the last part of a path is exactly one of the forms that Firefox gives its own default profiles
 * (docs/behaviour.md#default-profiles).
 */
export function isDefaultProfile(nameOrPath: string): boolean {
  const last = nameOrPath.trim().split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  return DEFAULT_FORM.test(last.trim());
}

/**
 * The server in the name of an account (anna@club.example), in small letters. Its password goes there, so another server
 * loses it (docs/behaviour.md#secrets).
 */
export function accountServer(username: string): string | undefined {
  return /^@?[^@]*@(.+)$/.exec(username.trim())?.[1]?.toLowerCase();
}
