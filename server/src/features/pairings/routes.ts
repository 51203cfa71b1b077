import { type PairingState, parseUserCode } from '@pigeonpost/contract/account/pairings';
import type { pairingCalls } from '@pigeonpost/contract/calls/pairings';
import { originOf } from '../../access/caller.ts';
import { networkOf } from '../../access/caller-address.ts';
import { eventOf, recordSecurityEvent } from '../../access/security-events.ts';
import { throttleAttempt } from '../../access/throttle.ts';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Context, Routes } from '../../http/handler.ts';
import { refuseTooManyMachines } from '../agent-protocol/enrol-machine.ts';
import { openPairing, takePairedToken, VALID_MS } from './pairing.ts';
import {
  findPairing,
  hasAskedForWork,
  listApproved,
  revokeApproved,
  type StoredPairing,
  updatePairing,
} from './queries.ts';

type Deciding = Pick<
  Context<(typeof pairingCalls)['GET /api/agents/pairings/{user_code}']>,
  'caller' | 'params' | 'request'
>;

const WRONG_CODE = 'No agent shows this code. Check it, or start the agent again for a new one.';
const EXPIRED = 'This code has expired. The agent shows the next one.';
const NOT_APPROVED = 'This machine does not wait any more: it has come, or its time is over.';
const DECIDED = 'This machine was connected or refused already. Start the agent again for a new code.';

/** Pairing: a machine becomes a user's agent by a code that both sides show (docs/behaviour.md#pairings). */
export function pairingRoutes(deps: Deps): Routes<typeof pairingCalls> {
  return {
    'POST /api/agent/pairings': async ({ tx, body, request }) =>
      openPairing(tx, deps, { machine: body, address: networkOf(request.ip) }),

    'POST /api/agent/pairings/token': async ({ tx, body, request }) => {
      const enrolled = await takePairedToken(tx, deps, { ...body, origin: originOf(request) });
      return enrolled ? { status: 'connected', ...enrolled } : { status: 'waiting' };
    },

    'GET /api/agents/pairings': async ({ tx, caller }) => ({
      pairings: await listApproved(tx, caller.user.id, deps.clock.now()),
    }),

    'DELETE /api/agents/pairings/{user_code}': async ({ tx, caller, params, request }) => {
      const { id: user_id } = caller.user;
      const user_code = parseUserCode(params.user_code) ?? '';
      // The machine may be fetching its token at this moment: the lock decides which comes first.
      await lockUser(tx, user_id);
      const revoked = await revokeApproved(tx, { user_id, user_code, now: deps.clock.now() });
      if (!revoked) throw notFound(NOT_APPROVED);
      const event = { ...eventOf(caller, request), detail: revoked.machine_name };
      await recordSecurityEvent(deps, tx, { ...event, kind: 'pairing_refused' });
      return {};
    },

    'GET /api/agents/pairings/{user_code}': {
      async ownTransactions(made) {
        const pairing = await requirePairing(deps, made);
        const state = await deps.readAsSystem('pairing', (tx) => stateOf(tx, pairing, deps.clock.now()));
        return { ...pairing, state, same_address: pairing.address === networkOf(made.request.ip) };
      },
    },

    'POST /api/agents/pairings/{user_code}/approve': {
      async ownTransactions(made) {
        await decide(deps, made, 'approved');
        return {};
      },
    },

    'POST /api/agents/pairings/{user_code}/refuse': {
      async ownTransactions(made) {
        await decide(deps, made, 'refused');
        return {};
      },
    },
  };
}

/** The pairing of a typed code; 404 for a wrong one, which is counted, and 429 after too many of them. */
async function requirePairing(deps: Deps, { caller, params, request }: Deciding): Promise<StoredPairing> {
  const { id: user_id, username } = caller.user;
  const user_code = parseUserCode(params.user_code);
  const attempt = { ...originOf(request), action: 'pairing', username, now: deps.clock.now() } as const;
  const found = await throttleAttempt(deps, attempt, async () => {
    const pairing = user_code && (await deps.readAsSystem('pairing', (tx) => findPairing(tx, user_code)));
    // Another user's is answered like one that does not exist.
    if (!pairing || (pairing.user_id !== null && pairing.user_id !== user_id)) return undefined;
    return pairing;
  });
  if (!found) throw notFound(WRONG_CODE);
  return found;
}

async function stateOf(tx: Tx, pairing: StoredPairing, now: Date): Promise<PairingState> {
  const { user_id, agent_id, state } = pairing;
  if (user_id !== null && agent_id !== null && (await hasAskedForWork(tx, { user_id, agent_id })))
    return 'connected';
  if (state === 'refused') return 'refused';
  return new Date(pairing.expires_at) <= now ? 'expired' : state;
}

/** Approves or refuses a machine. Repeating it changes nothing; the opposite afterwards is 409. */
async function decide(deps: Deps, made: Deciding, state: 'approved' | 'refused'): Promise<void> {
  const { user_code } = await requirePairing(deps, made);
  const { id: user_id } = made.caller.user;
  const { session_id } = made.caller;
  const now = deps.clock.now();
  await deps.asSystem('pairing', async (tx) => {
    const pairing = await findPairing(tx, user_code, { hold: true });
    if (!pairing || new Date(pairing.expires_at) <= now) throw notFound(EXPIRED);
    if (pairing.state === state && pairing.user_id === user_id) return;
    if (pairing.state !== 'waiting') throw conflict(DECIDED);
    if (state === 'approved') await refuseTooManyMachines(tx, user_id);
    // The agent has as long to fetch its token as a person had to decide.
    const expires_at = new Date(now.getTime() + VALID_MS);
    await updatePairing(tx, user_code, { state, user_id, session_id, expires_at });
    const event = { ...eventOf(made.caller, made.request), detail: pairing.machine_name };
    await recordSecurityEvent(deps, tx, { ...event, kind: `pairing_${state}` });
  });
}
