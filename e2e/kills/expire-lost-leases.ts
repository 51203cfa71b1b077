import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectedDatabase } from '@pigeonpost/server/database/opening/connect';
import type { Evidence } from './evidence.ts';
import { expireLeases, listClaims } from './run-database.ts';

const POLL_EVERY_MS = 1000;

/**
 * A delivery that its agent never began and has forgotten comes back when its lease ends, after two minutes in which
 * its profile rests. A run with twenty kills has no such time: this ends leases that two checks in a row found without
 * an agent working on them, until the returned function is called.
 */
export function expireLostLeases(database: ConnectedDatabase, evidence: Evidence): () => Promise<void> {
  const stop = new AbortController();
  let suspects = new Set<string>();

  const look = async () => {
    const claims = await listClaims(database);
    const atWork = evidence.namesAtWork();
    const lost = claims.filter(({ recipient }) => !atWork.has(recipient)).map(({ token }) => token);
    const certain = lost.filter((token) => suspects.has(token));
    suspects = new Set(lost);
    if (certain.length > 0) await expireLeases(database, certain);
  };

  const looking = (async () => {
    while (!stop.signal.aborted) {
      // PostgreSQL may have been killed just now.
      await look().catch(() => {});
      await wait(POLL_EVERY_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await looking;
  };
}
