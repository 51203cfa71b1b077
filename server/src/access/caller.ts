import type { User } from '@pigeonpost/contract/calls/auth';
import type { FastifyRequest } from 'fastify';

/** Who makes a call: the user, and the agent when its own token was used. */
export interface Caller {
  user: User;
  session_id: number;
  agent_id: number | null;
}

/** Where a call comes from, as far as it says. */
export interface Origin {
  address: string;
  user_agent: string;
}

/** Behind a trusted proxy the address is the one that it tells (docs/operating.md#proxy). */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, user_agent: request.headers['user-agent'] ?? '' };
}
