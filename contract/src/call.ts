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
  /** The most members that the list may have. A longer list is refused with `error` while it is read. */
  max: number;
  tooMany: string;
  /** The error of a second call of the same user. Without it, the second call waits until the first has ended. */
  busy?: string;
}

/** The media types of files that are answered in place of JSON. */
export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** One call of the product: its input, its answer and its access. */
export interface CallDefinition {
  /** Its name in the clients that programs generate: a verb and a noun, and never another one once it is released. */
  operationId: string;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Bytes. Default: 16 kB for a public call, 64 kB for any other. */
  bodyLimit?: number;
  /** The most values in a body that is not a bulk body, counting all fields and list members. Default: 20,000. */
  valueLimit?: number;
  /**
   * Milliseconds that the caller waits for the whole answer, null for no limit. Default: 10 seconds. A plain number,
   * because the client's own table repeats it and the compiler compares them.
   */
  timeLimitMs?: number | null;
  bulk?: BulkBody;
  /** The status of success. Default: 200. */
  status?: 200 | 201 | 202;
  response: z.ZodType;
  /** The type of the file that it answers in place of `response`. */
  file?: typeof CSV | typeof XLSX;
  /**
   * When it is refused with these statuses, for the API reference. What every call of its access, its method and its
   * parts is refused for is not repeated here: server/src/http/reference/refusals.ts.
   */
  refusals?: { [Status in 401 | 403 | 404 | 409]?: string };
  /** Fields that a 409 of this call may carry beside `error`, `code` and `fields`. */
  errors?: z.ZodObject;
}

/** The most bytes that the body of a call may have. */
export function bodyLimitOf({ bodyLimit, access }: CallDefinition): number {
  return bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT : DEFAULT_BODY_LIMIT);
}

/** Keeps the exact type of a feature's calls while checking their shape. */
export function defineCalls<const C extends Record<CallName, CallDefinition>>(calls: C): C {
  return calls;
}
