import type * as z from 'zod';
import { DEFAULT_BODY_LIMIT, PUBLIC_BODY_LIMIT } from './limits.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A call's name is its method and path: 'GET /api/campaigns/{id}'. */
export type CallName = `${Method} /${string}`;

/**
 * Who may make a call. `subscriber` is a user whose subscription is active; `agent` is an agent's own token,
 * or a login token of the user.
 */
export type Access = 'public' | 'user' | 'subscriber' | 'admin' | 'agent';

/** A body with one long list. It is read while it arrives, and a user makes one such call at a time. */
export interface BulkBody {
  field: string;
  /** Members that the list may have; more are refused in these words before they are kept. */
  max: number;
  tooMany: string;
  /** What a second call of the same user is refused with; left out, it waits until the first has ended. */
  busy?: string;
}

/** One call of the product: what goes in, what comes out, who may make it. */
export interface CallDefinition {
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes; where it is left out, 16 kB of a public call and 64 kB of any other. */
  bodyLimit?: number;
  /** Values in a body that is no bulk one, all fields and members of lists together; 20,000 where it is left out. */
  valueLimit?: number;
  /**
   * Milliseconds that the caller waits for the whole answer, null for as long as it takes; 10 seconds where it is
   * left out. Written as a plain number: the client's own table must repeat it, and the compiler compares them.
   */
  timeLimitMs?: number | null;
  bulk?: BulkBody;
  /** The status of success; 200 where it is left out. */
  status?: 200 | 201;
  response: z.ZodType;
  /** Fields that an error of this call may carry beside `error`, `code` and `fields`. */
  errors?: z.ZodObject;
}

/** Bytes that the body of a call may have. */
export function bodyLimitOf({ bodyLimit, access }: CallDefinition): number {
  return bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT : DEFAULT_BODY_LIMIT);
}

/** Keeps the exact type of a feature's calls while checking their shape. */
export function defineCalls<const C extends Record<CallName, CallDefinition>>(calls: C): C {
  return calls;
}
