export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;

const USERNAME_TOO_SHORT = 'Username must be at least 3 characters long';
const USERNAME_RESERVED = 'This username is reserved. Please choose another one';
export const USERNAME_TAKEN = 'Username is already taken';

export const USERNAME_PATTERN = /^[A-Za-z0-9._-]+$/;

// Names that would let a user speak for the product.
const RESERVED_USERNAMES = new Set(
  (
    'admin admins administrator administrators sysadmin superadmin superuser root system operator ' +
    'support helpdesk help staff team official moderator security abuse postmaster webmaster hostmaster ' +
    'noreply billing pigeonpost'
  ).split(' '),
);

/** The error of a Pigeonpost username, or undefined (docs/behaviour.md#accounts). */
export function usernameError(username: string): string | undefined {
  if (username.length < USERNAME_MIN) return USERNAME_TOO_SHORT;
  if (username.length > USERNAME_MAX) return 'Username must not exceed 30 characters';
  if (!USERNAME_PATTERN.test(username))
    return 'Username may hold letters, digits, dot, underscore and hyphen only';
  return undefined;
}

/** The same for a new username: only the first administrator may be called `admin`. */
export function newUsernameError(username: string): string | undefined {
  return usernameError(username) ?? (isReserved(username) ? USERNAME_RESERVED : undefined);
}

function isReserved(username: string): boolean {
  const plain = username.toLowerCase().replace(/[._-]/g, '').replace(/\d+$/, '');
  return RESERVED_USERNAMES.has(plain);
}
