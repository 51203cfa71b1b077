import { newUsernameFault, PASSWORDS_DIFFER, passwordFault } from '@pigeonpost/contract/auth';

export type Registration = { username: string; password: string; confirmPassword: string };

/** What is wrong, by field; `confirmPassword` is checked here only and never sent. */
export function faultsOf({
  username,
  password,
  confirmPassword,
}: Registration): Partial<Record<keyof Registration, string>> {
  const faults = {
    username: newUsernameFault(username.trim()),
    password: passwordFault(password),
    confirmPassword: confirmPassword === password ? undefined : PASSWORDS_DIFFER,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}
