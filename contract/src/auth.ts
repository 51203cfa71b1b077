const USERNAME_MIN = 3;
const USERNAME_MAX = 30;
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 200;

const USERNAME_TOO_SHORT = 'Username must be at least 3 characters long';
const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const USERNAME_TAKEN = 'Username is already taken';
export const RESET_REQUESTED = 'If that account exists, an administrator will see your request.';

const USERNAME_PATTERN = /^[A-Za-z0-9._-]+$/;

/** What is wrong with a username of Pigeonpost, or undefined (1-campaigns, 5; 3-decisions, Registration). */
export function usernameFault(username: string): string | undefined {
  if (username.length < USERNAME_MIN) return USERNAME_TOO_SHORT;
  if (username.length > USERNAME_MAX) return 'Username must not exceed 30 characters';
  if (!USERNAME_PATTERN.test(username))
    return 'Username may hold letters, digits, dot, underscore and hyphen only';
  return undefined;
}

/** What is wrong with a password, or undefined. */
export function passwordFault(password: string): string | undefined {
  if (password.length < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  if (password.length > PASSWORD_MAX) return 'Password must not exceed 200 characters';
  return undefined;
}
