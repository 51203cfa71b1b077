import * as z from 'zod';
import { PAIRING_STATES } from '../account/pairings.ts';
import { defineCalls } from '../call.ts';
import { EmptyAnswer, sized, Time } from '../fields.ts';
import { Enrolled, EnrollingMachine } from './agent-protocol.ts';

/** As typed: in any case, with or without the hyphen. */
const UserCodeParams = z.object({ user_code: sized(z.string().min(1), { max: 100 }) });

export const Pairing = z
  .object({
    user_code: z.string(),
    machine_name: z.string(),
    platform: z.string(),
    agent_version: z.string(),
    state: z.enum(PAIRING_STATES),
    /** Whether the agent asked from the address that this call came from. */
    same_address: z.boolean(),
    created_at: Time,
    expires_at: Time,
  })
  .meta({ id: 'Pairing' });
export type Pairing = z.infer<typeof Pairing>;

/** An approved machine that has not fetched its token yet. */
const ApprovedMachine = Pairing.omit({ state: true, same_address: true }).meta({ id: 'ApprovedMachine' });
export type ApprovedMachine = z.infer<typeof ApprovedMachine>;

/** Pairing: an agent is connected by a code that both sides show (docs/behaviour.md#pairings). */
export const pairingCalls = defineCalls({
  'POST /api/agent/pairings': {
    operationId: 'requestPairing',
    access: 'public',
    summary:
      'Ask to be connected: a code for a person to confirm on the page, and one for the agent to wait with.',
    body: EnrollingMachine,
    status: 201,
    response: z.object({
      device_code: z.string(),
      user_code: z.string(),
      /** Seconds until both codes expire. */
      expires_in: z.int(),
      /** Seconds between two polls. */
      interval: z.int(),
    }),
  },
  'POST /api/agent/pairings/token': {
    operationId: 'takePairingToken',
    access: 'public',
    summary: 'Ask whether a pairing was confirmed. A repeat gets the same token.',
    body: z.object({ device_code: sized(z.string().min(1), { max: 200 }) }),
    response: z.discriminatedUnion('status', [
      z.object({ status: z.literal('waiting') }),
      Enrolled.extend({ status: z.literal('connected') }),
    ]),
    refusals: {
      403: 'A person refused the machine.',
      404: 'The code has expired or is not known.',
    },
  },
  'GET /api/agents/pairings': {
    operationId: 'listApprovedPairings',
    access: 'user',
    summary: 'Your approved machines that have not come yet.',
    response: z.object({ pairings: z.array(ApprovedMachine) }),
  },
  'DELETE /api/agents/pairings/{user_code}': {
    operationId: 'revokePairing',
    access: 'user',
    summary: 'Refuse an approved machine that has not come yet.',
    params: UserCodeParams,
    response: EmptyAnswer,
  },
  'GET /api/agents/pairings/{user_code}': {
    operationId: 'getPairing',
    access: 'user',
    summary: 'The machine that shows this code.',
    params: UserCodeParams,
    response: Pairing,
  },
  'POST /api/agents/pairings/{user_code}/approve': {
    operationId: 'approvePairing',
    access: 'user',
    summary: 'Connect the machine that shows this code as an agent of yours.',
    params: UserCodeParams,
    response: EmptyAnswer,
    refusals: { 409: 'The machine was connected or refused already.' },
  },
  'POST /api/agents/pairings/{user_code}/refuse': {
    operationId: 'refusePairing',
    access: 'user',
    summary: 'Refuse the machine that shows this code.',
    params: UserCodeParams,
    response: EmptyAnswer,
    refusals: { 409: 'The machine was connected or refused already.' },
  },
});
