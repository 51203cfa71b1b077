import { PASSWORDS_DIFFER, passwordFault, usernameFault } from '@pigeonpost/contract/auth';

export type Registration = { username: string; password: string; confirmPassword: string };
export type Faults = { [field in keyof Registration]?: string | undefined };

export const EMPTY_REGISTRATION: Registration = { username: '', password: '', confirmPassword: '' };

/** What is wrong, by field; `confirmPassword` is judged here only and never sent (spec 1, section 5). */
export function faultsOf({ username, password, confirmPassword }: Registration): Faults {
  const faults = {
    username: usernameFault(username.trim()),
    password: passwordFault(password),
    confirmPassword: confirmPassword === password ? undefined : PASSWORDS_DIFFER,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}
