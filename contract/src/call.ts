import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call's name is what the specification calls it: 'GET /api/campaigns/{id}'. */
export type CallName = `${Method} /${string}`;

/**
 * Who may make a call. `subscriber` is a user whose subscription is active; `agent` is an agent's own token,
 * or a login token of the user.
 */
export type Access = 'public' | 'user' | 'subscriber' | 'admin' | 'agent';

/** One call of the product: what goes in, what comes out, who may make it. */
export interface CallDefinition {
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes; 1 MB where it is left out. */
  bodyLimit?: number;
  /** The status of success; 200 where it is left out. */
  status?: 200 | 201;
  response: z.ZodType;
  /** Fields that an error of this call may carry beside `error`, `code` and `fields`. */
  errors?: z.ZodObject;
}

/** Keeps the exact type of a feature's calls while checking their shape. */
export function defineCalls<const C extends Record<CallName, CallDefinition>>(calls: C): C {
  return calls;
}
