export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';
export const PASSWORDS_DIFFER = 'Passwords do not match';
/** The answer to a wish, whether the account exists or not; the second one of a server with mail. */
export const RESET_REQUESTED = 'If that account exists, an administrator will see your request.';
export const RESET_REQUESTED_OR_MAILED =
  'If that account exists and has an e-mail address, a link is on its way. Otherwise an administrator will see your request.';

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
