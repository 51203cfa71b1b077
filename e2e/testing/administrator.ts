import type { Site, Visitor } from './site.ts';

/** A user whom the database makes an administrator. */
export async function signUpAdmin(site: Site, username: string): Promise<Visitor> {
  const visitor = await site.signUp(username);
  await site.database.pool.query(
    `update users set role = 'admin', subscription_end_date = null where username = $1`,
    [username],
  );
  return visitor;
}
