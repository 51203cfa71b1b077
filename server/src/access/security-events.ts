import type { FastifyRequest } from 'fastify';
import type { SecurityEventKind } from '../database/column-values.ts';
import type { Tx } from '../database/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';
import { type Origin, originOf } from './caller.ts';
import { deleteSecurityEventsBefore, insertSecurityEvent, withSavepoint } from './security-event-queries.ts';

const KEPT_MS = 90 * 86_400_000;
const ONCE_A_MS = 60_000;
const TEXT_MAX = 100;
export const USER_AGENT_MAX = 300;

interface SecurityEvent extends Origin {
  kind: SecurityEventKind;
  /** Left out if only the name is known, which may be unknown. */
  user_id?: number;
  username: string | null;
  detail?: string;
}

type Needs = { clock: Pick<Deps['clock'], 'now'>; log: Deps['log'] };

/** The fields of every event of a signed-in caller. */
export function eventOf({ user }: Caller, request: FastifyRequest) {
  return { ...originOf(request), user_id: user.id, username: user.username };
}

/**
 * Writes an event in the transaction of its change, so that both exist or neither (docs/behaviour.md#security-log).
 * Never pass a password or a token. A failure is logged and affects nothing else.
 */
export async function recordSecurityEvent(
  { clock, log }: Needs,
  tx: Tx,
  event: SecurityEvent,
): Promise<void> {
  await write(log, tx, { event, now: clock.now() });
}

/** The same for a refusal, which can be repeated at will: it is written once a minute at most. */
export async function recordRefusalIn({ clock, log }: Needs, tx: Tx, event: SecurityEvent): Promise<void> {
  const now = clock.now();
  await write(log, tx, { event, now, unlessSince: new Date(now.getTime() - ONCE_A_MS) });
}

/** The same without a transaction, or with one that the refusal rolls back. */
export async function recordRefusal(
  deps: Needs & Pick<Deps, 'asSystem'>,
  event: SecurityEvent,
): Promise<void> {
  await deps
    .asSystem('security log', (tx) => recordRefusalIn(deps, tx, event))
    .catch((err) => deps.log.error({ err }, NOT_WRITTEN));
}

/** Deletes lines older than 90 days. */
export async function forgetSecurityEvents({
  asSystem,
  clock,
}: Pick<Deps, 'asSystem' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await asSystem('forget security log', (tx) => deleteSecurityEventsBefore(tx, before));
}

const NOT_WRITTEN = 'A line of the security log could not be written.';

async function write(
  log: Needs['log'],
  tx: Tx,
  { event, now, unlessSince }: { event: SecurityEvent; now: Date; unlessSince?: Date },
): Promise<void> {
  const row = {
    user_id: event.user_id,
    username: event.username && cutText(event.username, TEXT_MAX),
    kind: event.kind,
    detail: cutText(event.detail ?? '', TEXT_MAX),
    address: cutText(event.address, TEXT_MAX),
    user_agent: cutText(event.user_agent, USER_AGENT_MAX),
    created_at: now,
  };
  await withSavepoint(tx, () => insertSecurityEvent(tx, row, unlessSince)).catch((err) =>
    log.error({ err }, NOT_WRITTEN),
  );
}

/** By code points, so that no lone surrogate is left; and without U+0000, which PostgreSQL refuses. */
export function cutText(text: string, length: number): string {
  return [...text.replaceAll('\0', '')].slice(0, length).join('');
}
