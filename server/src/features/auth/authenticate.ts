import type { Access } from '@pigeonpost/contract/call';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import { isSubscriptionActive } from '@pigeonpost/contract/subscription';
import type { Deps } from '../../deps.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import type { Caller } from '../../http.ts';
import { findSession, type StoredSession, touchSession } from './queries.ts';
import { hashToken, loginExpiry } from './tokens.ts';

type Needs = Pick<Deps, 'asSystem' | 'clock'>;

// A session's last use is written once a minute at most: not every read of a page is worth a write.
const TOUCH_AFTER_MS = 60_000;

/** Who holds this token, or undefined: unknown, expired, or of a disabled account. */
export async function findCaller(
  deps: Needs,
  token: string | undefined,
): Promise<(Caller & { kind: StoredSession['kind'] }) | undefined> {
  if (!token) return undefined;
  return deps.asSystem('token check', async (tx) => {
    const now = deps.clock.now();
    const session = await findSession(tx, hashToken(token));
    if (!session?.is_active) return undefined;
    if (session.expires_at !== null && new Date(session.expires_at) <= now) return undefined;
    if (now.getTime() - new Date(session.last_used_at).getTime() >= TOUCH_AFTER_MS)
      await touchSession(tx, {
        id: session.session_id,
        now,
        expires_at: session.kind === 'login' ? loginExpiry(now) : null,
      });
    const { session_id, kind, agent_id, expires_at: _, last_used_at: __, is_active: ___, ...user } = session;
    return { user, session_id, agent_id, kind };
  });
}

/**
 * Lets a caller through to a call, or throws: 401 without a token that holds, 403 where the call is not for them.
 * An agent's token opens the agent's calls only; a login token opens those too.
 */
export async function admit(
  deps: Needs,
  { access, token }: { access: Exclude<Access, 'public'>; token: string | undefined },
): Promise<Caller> {
  const caller = await findCaller(deps, token);
  if (!caller) throw unauthorized();
  if (caller.kind === 'agent' && access !== 'agent') throw forbidden('An agent may not do this.');
  if (access === 'admin' && caller.user.role !== 'admin')
    throw forbidden('Only an administrator may do this.');
  if (access === 'subscriber' && !isSubscriptionActive(caller.user, deps.clock.now()))
    throw forbidden(SUBSCRIPTION_EXPIRED);
  return caller;
}
