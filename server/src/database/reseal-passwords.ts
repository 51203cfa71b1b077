import type pg from 'pg';

const AT_ONCE = 500;

interface Sealed {
  user_id: number;
  id: number;
  insta_password: Buffer;
}

/** Seals and opens; every box of the present key begins with its mark. */
interface Box {
  seal(text: string): Buffer;
  open(box: Buffer): string;
  readonly mark: Buffer;
}

/**
 * Seals every stored password of another key again, while servers run; one that is changed meanwhile is left alone. It
 * may be interrupted and run again. Returns how many it sealed, and how many no known key opens.
 */
export async function resealPasswords(pool: pg.Pool, box: Box): Promise<{ sealed: number; lost: number }> {
  const count = { sealed: 0, lost: 0 };
  let after = { user_id: 0, id: 0 };
  for (;;) {
    const { rows } = await pool.query<Sealed>(
      `select user_id, id, insta_password from profiles
       where insta_password is not null and substring(insta_password from 1 for $1) <> $2
         and (user_id, id) > ($3, $4)
       order by user_id, id limit $5`,
      [box.mark.length, box.mark, after.user_id, after.id, AT_ONCE],
    );
    for (const row of rows) {
      const text = tryOpen(box, row.insta_password);
      if (text === undefined) count.lost += 1;
      else if (await replace(pool, row, box.seal(text))) count.sealed += 1;
    }
    const last = rows.at(-1);
    if (!last) return count;
    after = last;
  }
}

/** Seals the key of the hashes of names again, which stays the same (docs/behaviour.md#erasing-a-person). */
export async function resealNameKey(pool: pg.Pool, box: Box): Promise<{ sealed: number; lost: number }> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed from erasure_key where substring(sealed from 1 for $1) <> $2',
    [box.mark.length, box.mark],
  );
  const [row] = rows;
  if (!row) return { sealed: 0, lost: 0 };
  const key = tryOpen(box, row.sealed);
  if (key === undefined) return { sealed: 0, lost: 1 };
  await pool.query('update erasure_key set sealed = $1 where sealed = $2', [box.seal(key), row.sealed]);
  return { sealed: 1, lost: 0 };
}

/** One stored password, to try a key on. */
export async function findSealedPassword(pool: pg.Pool): Promise<Buffer | undefined> {
  const { rows } = await pool.query<Sealed>(
    'select insta_password from profiles where insta_password is not null order by user_id, id limit 1',
  );
  return rows[0]?.insta_password;
}

function tryOpen(box: Box, sealed: Buffer): string | undefined {
  try {
    return box.open(sealed);
  } catch {
    return undefined;
  }
}

async function replace(
  pool: pg.Pool,
  { user_id, id, insta_password }: Sealed,
  box: Buffer,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update profiles set insta_password = $4 where user_id = $1 and id = $2 and insta_password = $3',
    [user_id, id, insta_password, box],
  );
  return rowCount === 1;
}
