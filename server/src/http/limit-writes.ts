import type { CallDefinition } from '@pigeonpost/contract/call';
import { WRITES_A_MINUTE } from '@pigeonpost/contract/limits';
import type { Clock } from '../clock.ts';
import { tooMany } from '../errors.ts';

const MINUTE_MS = 60_000;
const TOO_MANY = `You made ${WRITES_A_MINUTE.toLocaleString('en-US')} changes within a minute. Please wait a moment and try again.`;
/** What ends sending, or a session, works whatever else its user does. */
const ALWAYS = new Set([
  'POST /api/campaigns/{id}/stop',
  'PUT /api/campaigns/{id}/status',
  'POST /api/auth/logout',
]);

/** Counts a call of a user; throws 429 if there are too many. */
type CountWrite = (user_id: number) => void;

/**
 * Limits how often a user changes something, on this process: each change is a line of the audit log, which is kept for
 * good (docs/behaviour.md#what-a-user-may-have). Agents have limits of their own.
 */
export function limitWrites(
  clock: Pick<Clock, 'now'>,
): (name: string, call: Pick<CallDefinition, 'access'>) => CountWrite | undefined {
  let minute = 0;
  let counts = new Map<number, number>();
  const count: CountWrite = (user_id) => {
    const now = clock.now().getTime();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const made = (counts.get(user_id) ?? 0) + 1;
    if (made > WRITES_A_MINUTE) throw tooMany(TOO_MANY, Math.ceil(((current + 1) * MINUTE_MS - now) / 1000));
    counts.set(user_id, made);
  };
  return (name, { access }) =>
    name.startsWith('GET ') || access === 'public' || access === 'agent' || ALWAYS.has(name)
      ? undefined
      : count;
}
