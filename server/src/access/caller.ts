import type { User } from '@pigeonpost/contract/calls/auth';
import type { FastifyRequest } from 'fastify';

/** The caller: the user, and the agent if its own token was used. */
export interface Caller {
  user: User;
  session_id: number;
  agent_id: number | null;
}

/** The origin of a call, as far as it is known. */
export interface Origin {
  address: string;
  user_agent: string;
}

/** Behind a trusted proxy it is the address that the proxy names (docs/operating.md#proxy). */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, user_agent: request.headers['user-agent'] ?? '' };
}
