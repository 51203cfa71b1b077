import { normalizePassword } from '@pigeonpost/contract/account/passwords';
import { badRequest } from '../../errors.ts';

const IS_USERNAME = 'The password must not be the username';
const IS_COMMON = 'This password is one of the most common ones. Please choose another one';

let commonPasswords: Promise<Set<string>> | undefined;

/** The error of a new password for this username, beyond its length; undefined if there is none. */
export async function newPasswordError(chosen: {
  username: string;
  password: string;
}): Promise<string | undefined> {
  const password = normalizePassword(chosen.password).toLowerCase();
  if (password === chosen.username.toLowerCase()) return IS_USERNAME;
  commonPasswords ??= readCommonPasswords();
  return (await commonPasswords).has(password) ? IS_COMMON : undefined;
}

/** 400 on the field of the new password, if it is not allowed. */
export async function refuseWeakPassword(
  chosen: { username: string; password: string },
  field: 'password' | 'new_password',
): Promise<void> {
  const error = await newPasswordError(chosen);
  if (error !== undefined) throw badRequest(error, { fields: { [field]: error } });
}

/** Half a megabyte, read only when a password is chosen. */
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
