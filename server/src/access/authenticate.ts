import { isSubscriptionActive } from '@pigeonpost/contract/account/subscription';
import type { Access } from '@pigeonpost/contract/call';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { forbidden, unauthorized } from '../errors.ts';
import type { ConnectedSession } from '../realtime.ts';
import type { Caller } from './caller.ts';
import { eventOf, recordRefusal } from './security-events.ts';
import { findSession, type StoredSession, touchSession } from './session-queries.ts';
import { hashToken, loginExpiry } from './tokens.ts';

type Needs = Pick<Deps, 'asSystem' | 'callAsSystem' | 'clock'>;
export type FoundCaller = Caller & { kind: StoredSession['kind']; is_active: boolean };

// A browser's last use is written once a minute at most, because a read is not worth a write each time. Nobody reads an
// agent's: its row says when it was last seen.
const TOUCH_AFTER_MS = 60_000;

/** The caller of a token; undefined if it is unknown or expired. */
export async function findCaller(deps: Needs, token: string | undefined): Promise<FoundCaller | undefined> {
  if (!token) return undefined;
  const now = deps.clock.now();
  const session = await findSession(deps, { token_hash: hashToken(token), now });
  if (!session) return undefined;
  const isTouchDue = now.getTime() - new Date(session.last_used_at).getTime() >= TOUCH_AFTER_MS;
  if (isTouchDue && session.is_active && session.kind === 'login') {
    const touched = { id: session.session_id, now, expires_at: loginExpiry(now) };
    await deps.asSystem('token check', (tx) => touchSession(tx, touched));
  }
  const { session_id, kind, agent_id, is_active, last_used_at: _, ...user } = session;
  return { user, session_id, agent_id, kind, is_active };
}

/** The session of a browser's login token; undefined for an agent's token, and for an invalid one. */
export async function findLoginSession(
  deps: Needs,
  token: string | undefined,
): Promise<ConnectedSession | undefined> {
  const caller = await findCaller(deps, token);
  if (!caller?.is_active || caller.kind !== 'login') return undefined;
  return { session_id: caller.session_id, user_id: caller.user.id, role: caller.user.role };
}

/**
 * Admits a caller to a call, or throws: 401 without a valid token, 403 if the call is not for the caller. An agent's
 * token opens agent calls only; a login token opens those too.
 */
export async function authorize(
  deps: Pick<Deps, 'asSystem' | 'clock' | 'log'>,
  ask: {
    access: Exclude<Access, 'public'>;
    caller: FoundCaller | undefined;
    call: string;
    request: FastifyRequest;
  },
): Promise<Caller> {
  const { access, caller, call, request } = ask;
  if (!caller) throw unauthorized();
  const refused = { ...eventOf(caller, request), detail: call };
  if (!caller.is_active) {
    await recordRefusal(deps, { ...refused, kind: 'token_disabled' });
    throw unauthorized();
  }
  if (caller.kind === 'agent' && access !== 'agent') {
    await recordRefusal(deps, { ...refused, kind: 'forbidden' });
    throw forbidden('An agent may not do this.');
  }
  if (access === 'admin' && caller.user.role !== 'admin') {
    await recordRefusal(deps, { ...refused, kind: 'admin_refused' });
    throw forbidden('Only an administrator may do this.');
  }
  if (access === 'subscriber' && !isSubscriptionActive(caller.user, deps.clock.now()))
    throw forbidden(SUBSCRIPTION_EXPIRED);
  return caller;
}
