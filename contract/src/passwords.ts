const PASSWORD_MIN = 6;
const PASSWORD_MAX = 200;

const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';
export const PASSWORDS_DIFFER = 'Passwords do not match';
export const RESET_REQUESTED = 'If that account exists, an administrator will see your request.';

/** The form of a password that is counted, compared and hashed (NFC): keyboards encode one letter in different ways. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** The error of a password, or undefined. */
export function passwordError(password: string): string | undefined {
  const { length } = [...normalizePassword(password)];
  if (length < PASSWORD_MIN) return PASSWORD_TOO_SHORT;
  if (length > PASSWORD_MAX) return 'Password must not exceed 200 characters';
  return undefined;
}
