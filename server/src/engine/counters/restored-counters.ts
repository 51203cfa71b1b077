import {
  type CounterFacts,
  countForgotten,
  type ForgottenGrant,
  recountToday,
  type TodayFacts,
  type WrittenCounters,
} from '@pigeonpost/contract/rules/freeze/counters';
import type { Tx } from '../../database/transaction.ts';
import { callWithin } from '../../database/transactions.ts';

/** A message of a user whose grant a restore has forgotten. */
export interface ForgottenOfUser extends ForgottenGrant {
  user_id: number;
}

/** What the tables say of the counters of a user. */
type UserCounters = CounterFacts & { user_id: number };

/** The functions of the database that read counters, and write them (server/functions/engine/caps.sql). */
const READ = 'read_counters';
const READ_TODAY = 'read_today';
const WRITE = 'write_counters';

/**
 * The counters with messages that were forgotten, for `write_counters`; null: there are none. `call` asks a function of the
 * database in the step's transaction, before the days' numbers have the messages. The users' locks must be held.
 */
export async function countForgottenGrants(
  call: <T>(name: string, args: [string]) => Promise<T>,
  grants: ForgottenOfUser[],
  now: number,
): Promise<string | null> {
  if (grants.length === 0) return null;
  const users = await call<UserCounters[]>(READ, [JSON.stringify(grants)]);
  return toRows(
    users.map(({ user_id, ...facts }) => {
      const own = grants.filter((grant) => grant.user_id === user_id);
      return { user_id, ...countForgotten(own, facts, now) };
    }),
  );
}

/** Raises a user's counters to what is known of the day (docs/engine.md#caps). The user's lock must be held. */
export async function recountOfToday(
  tx: Tx,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> {
  const facts = await callWithin<TodayFacts>(tx, READ_TODAY, [now, user_id]);
  await callWithin(tx, WRITE, [toRows([{ user_id, ...recountToday(facts, now.getTime()) }])]);
}

function toRows(users: (WrittenCounters & { user_id: number })[]): string {
  return JSON.stringify({
    profiles: users.flatMap(({ user_id, profiles }) =>
      profiles.map(({ counted_hour, ...profile }) => ({
        ...profile,
        user_id,
        counted_hour: counted_hour && `${counted_hour}:00`,
      })),
    ),
    sending_days: users.flatMap(({ user_id, sending_days }) =>
      sending_days.map((day) => ({ ...day, user_id })),
    ),
  });
}
