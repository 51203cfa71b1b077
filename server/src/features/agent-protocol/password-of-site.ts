import type { SiteChoice } from '@pigeonpost/contract/account/site';
import { isRemotePlainHttp } from '@pigeonpost/contract/text/plain-http';

/** What is stored for the sign-in of a profile; the password is encrypted. */
export interface StoredSignIn {
  insta_username: string | null;
  insta_password: Buffer | null;
  /** The servers to which the driver of its machine gave a password when it was typed; null if nothing is known. */
  password_origins: string | null;
  /** The account's present site, for which the password was typed. */
  site: SiteChoice | null;
  /** Its machine has not taken that site yet. */
  changes_site: boolean;
}

/**
 * The password, if the asking driver gives it to the site for which it was typed, and not in plain text over a network
 * (docs/behaviour.md#secrets). `origins` are those of the driver; an agent of before does not say them.
 */
export function passwordFor(
  { insta_password, password_origins, site, changes_site }: StoredSignIn,
  origins: string | undefined,
): Buffer | null {
  if (changes_site) return null;
  const address = site && 'address' in site ? site.address : undefined;
  const given = [address, ...(origins?.split(' ') ?? [])];
  if (given.some((one) => one !== undefined && isRemotePlainHttp(one))) return null;
  if (origins === undefined) return insta_password;
  const expected = address === undefined ? password_origins : new URL(address).origin;
  return expected === null || expected === origins ? insta_password : null;
}
