const USERNAME_MIN = 3;
const USERNAME_MAX = 30;
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 200;

const USERNAME_TOO_SHORT = 'Username must be at least 3 characters long';
const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';
const USERNAME_RESERVED = 'This username is reserved. Please choose another one';
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const USERNAME_TAKEN = 'Username is already taken';
export const RESET_REQUESTED = 'If that account exists, an administrator will see your request.';

const USERNAME_PATTERN = /^[A-Za-z0-9._-]+$/;

// Names that would let a user speak for the product.
const RESERVED_USERNAMES = new Set(
  (
    'admin admins administrator administrators sysadmin superadmin superuser root system operator ' +
    'support helpdesk help staff team official moderator security abuse postmaster webmaster hostmaster ' +
    'noreply billing pigeonpost'
  ).split(' '),
);

/** What is wrong with a username of Pigeonpost, or undefined. See docs/behaviour.md#accounts. */
export function usernameError(username: string): string | undefined {
  if (username.length < USERNAME_MIN) return USERNAME_TOO_SHORT;
  if (username.length > USERNAME_MAX) return 'Username must not exceed 30 characters';
  if (!USERNAME_PATTERN.test(username))
    return 'Username may hold letters, digits, dot, underscore and hyphen only';
  return undefined;
}

/** The same of a username that somebody registers: only the first administrator may be called `admin`. */
export function newUsernameError(username: string): string | undefined {
  return usernameError(username) ?? (isReserved(username) ? USERNAME_RESERVED : undefined);
}

/** A password as it is counted, compared and hashed: keyboards write one letter in different code points. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** What is wrong with a password, or undefined. */
export function passwordError(password: string): string | undefined {
  const { length } = [...normalizePassword(password)];
  if (length < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  if (length > PASSWORD_MAX) return 'Password must not exceed 200 characters';
  return undefined;
}

function isReserved(username: string): boolean {
  const plain = username.toLowerCase().replace(/[._-]/g, '').replace(/\d+$/, '');
  return RESERVED_USERNAMES.has(plain);
}
