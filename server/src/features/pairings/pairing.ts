import { createHmac, randomInt } from 'node:crypto';
import { makeUserCode } from '@pigeonpost/contract/account/pairings';
import type { Enrolled, EnrollingMachine } from '@pigeonpost/contract/calls/agent-protocol';
import type { Origin } from '../../access/caller.ts';
import { findCallingRole } from '../../access/session-queries.ts';
import { createToken, hashToken } from '../../access/tokens.ts';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { forbidden, notFound, tooMany } from '../../errors.ts';
import { enrolMachine } from '../agent-protocol/enrol-machine.ts';
import { revokeAgent } from '../agents/queries.ts';
import { answeringServer } from '../freeze/epochs.ts';
import {
  countOpenPairings,
  deletePairingsExpiredBefore,
  findPairingOfDevice,
  findUsername,
  hasNeverCome,
  insertPairing,
  type StoredPairing,
  updatePairing,
} from './queries.ts';

/** How long a code is valid, and then an approval until the agent has fetched its token. */
export const VALID_MS = 10 * 60_000;
const INTERVAL_SECONDS = 3;
// How long an expired code is reported as such.
const EXPIRED_KEPT_MS = 60 * 60_000;
const OPEN_AN_ADDRESS = 30;
const RETRY_SECONDS = 60;

const TOO_MANY_OPEN = 'Too many agents of this network wait to be connected. Please try again in a minute.';
const EXPIRED = 'The code has expired. Please ask for another one.';
const REFUSED = 'This machine was refused on the page.';

/** A machine asks for a pairing (docs/behaviour.md#pairings); only the hash of its device code is stored. */
export async function openPairing(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { machine, address }: { machine: EnrollingMachine; address: string },
): Promise<{ device_code: string; user_code: string; expires_in: number; interval: number }> {
  const now = clock.now();
  if ((await countOpenPairings(tx, address, now)) >= OPEN_AN_ADDRESS)
    throw tooMany(TOO_MANY_OPEN, RETRY_SECONDS);
  const { token: device_code, hash } = createToken();
  const pairing = {
    ...machine,
    device_code_hash: hash,
    address,
    created_at: now,
    expires_at: new Date(now.getTime() + VALID_MS),
  };
  let user_code: string;
  do user_code = makeUserCode(randomInt);
  while (!(await insertPairing(tx, { ...pairing, user_code })));
  return { device_code, user_code, expires_in: VALID_MS / 1000, interval: INTERVAL_SECONDS };
}

/**
 * The token of the machine with this device code, once it was approved; undefined until then. It becomes an agent at
 * the first such call, and every later one gets the same answer while the code is valid, because an answer may be lost.
 * 404 if the code has expired, 403 if it was refused.
 */
export async function takePairedToken(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'log' | 'identity'>,
  { device_code, origin }: { device_code: string; origin: Origin },
): Promise<Enrolled | undefined> {
  const device_code_hash = hashToken(device_code);
  const { user_id: owner } = await getPairingOfDevice(tx, device_code_hash, deps.clock.now());
  if (owner === null) return undefined;
  await lockUser(tx, owner);
  // Another call of the same machine may have been answered while this one waited, and a new password or its owner may
  // have ended the pairing.
  const pairing = await getPairingOfDevice(tx, device_code_hash, deps.clock.now());
  const { user_id, session_id, user_code, agent_id: enrolled_id } = pairing;
  if (user_id === null || session_id === null) return undefined;
  // An approval ends with the session that gave it.
  if (!(await findCallingRole(tx, { id: session_id, user_id }))) throw notFound(EXPIRED);
  const agent_token = tokenOf(device_code);
  const username = await findUsername(tx, user_id);
  const token_hash = hashToken(agent_token);
  const agent_id =
    enrolled_id ?? (await enrolMachine(tx, deps, { ...pairing, user_id, username, token_hash, origin }));
  await updatePairing(tx, user_code, { agent_id });
  return {
    agent_token,
    agent_id,
    user: { id: user_id, username },
    server: await answeringServer(tx, deps, user_id),
  };
}

/** 404 for an ended pairing, 403 for a refused one. */
async function getPairingOfDevice(tx: Tx, device_code_hash: Buffer, now: Date): Promise<StoredPairing> {
  const pairing = await findPairingOfDevice(tx, device_code_hash);
  if (!pairing || new Date(pairing.expires_at) <= now) throw notFound(EXPIRED);
  if (pairing.state === 'refused') throw forbidden(REFUSED);
  return pairing;
}

/** Deletes pairings that expired a while ago, and their agents that never fetched their token. */
export async function forgetPairings(tx: Tx, now: Date): Promise<void> {
  const forgotten = await deletePairingsExpiredBefore(tx, new Date(now.getTime() - EXPIRED_KEPT_MS));
  for (const key of forgotten)
    if (await hasNeverCome(tx, key)) {
      await lockUser(tx, key.user_id);
      await revokeAgent(tx, { ...key, now });
    }
}

/**
 * The agent's token is derived from its device code, which only the agent has, so it can be repeated without being
 * stored. It is as hard to guess as the code, and the hash of neither leads to the other.
 */
function tokenOf(device_code: string): string {
  return `pp_${createHmac('sha256', device_code).update('agent token').digest('base64url')}`;
}
