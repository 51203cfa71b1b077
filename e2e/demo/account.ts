import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';

/** A name and its password. */
export interface SignIn {
  username: string;
  password: string;
}

/** The demo user, made at the first start; its random password is in the demo's folder. */
export async function openDemoAccount(
  url: string,
  folder: string,
): Promise<{ signIn: SignIn; token: string; call: Call }> {
  const signIn = await readSignIn(join(folder, 'sign-in.json'), 'demo');
  const visitor = createClient({ baseUrl: url, token: () => undefined });
  await visitor('POST /api/auth/register', { body: signIn }).catch((error) => {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
  });
  return { signIn, ...(await signInAs(url, signIn)) };
}

/** Signs in at this server. Returns the token, and a client that uses it. */
export async function signInAs(url: string, body: SignIn): Promise<{ token: string; call: Call }> {
  const visitor = createClient({ baseUrl: url, token: () => undefined });
  const { token } = await visitor('POST /api/auth/login', { body });
  return { token, call: createClient({ baseUrl: url, token: () => token }) };
}

/** A name with a random password, made at the first start and kept in a file. */
export async function readSignIn(file: string, username: string): Promise<SignIn> {
  const fresh = { username, password: randomBytes(9).toString('base64url') };
  await writeFile(file, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return JSON.parse(await readFile(file, 'utf8'));
}
