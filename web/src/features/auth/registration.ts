import { PASSWORDS_DIFFER, passwordError } from '@pigeonpost/contract/account/passwords';
import { newUsernameError } from '@pigeonpost/contract/names/usernames';

export type Registration = { username: string; password: string; confirmPassword: string };

/** The errors by field; `confirmPassword` is checked here only and never sent. */
export function errorsOf({
  username,
  password,
  confirmPassword,
}: Registration): Partial<Record<keyof Registration, string>> {
  const errors = {
    username: newUsernameError(username.trim()),
    password: passwordError(password),
    confirmPassword: confirmPassword === password ? undefined : PASSWORDS_DIFFER,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}
