import type * as z from 'zod';
import type { Calls } from './calls.ts';
import type { ErrorBody } from './errors.ts';
import { DEFAULT_TIME_LIMIT_MS } from './limits.ts';

type Input<C, Part extends string> = C extends { [P in Part]: infer S extends z.ZodType }
  ? z.input<S>
  : never;
type Parts<C> = {
  [P in 'params' | 'query' | 'body' as Input<C, P> extends never ? never : P]:
    | Input<C, P>
    // A body that is JSON already, because making it would block a page for too long.
    | (P extends 'body' ? Blob : never);
};
// A part may be left out if nothing in it is required.
type CallInput<C> = { [P in keyof Parts<C> as object extends Parts<C>[P] ? never : P]: Parts<C>[P] } & {
  [P in keyof Parts<C> as object extends Parts<C>[P] ? P : never]?: Parts<C>[P];
} & { signal?: AbortSignal };
type CallArguments<C> = object extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

type LimitedCalls = {
  [N in keyof Calls as Calls[N] extends { timeLimitMs: unknown } ? N : never]: Calls[N] extends {
    timeLimitMs: infer L;
  }
    ? L
    : never;
};

// The calls' own entries have these limits, but import zod, which no browser may load. So they are repeated here, and
// the compiler refuses a missing call, an extra one and a different number.
const TIME_LIMITS_MS: LimitedCalls = {
  'POST /api/recipients/bulk': 600_000,
  'POST /api/recipients/bulk/check': 600_000,
  'POST /api/recipients/import': 600_000,
  'DELETE /api/recipients/import/{id}': 600_000,
  'DELETE /api/imports/{id}': 600_000,
  'POST /api/lists/from/check': 600_000,
  'GET /api/campaigns/{id}/follow-up': 60_000,
  'POST /api/lists/from': 600_000,
  'PUT /api/site': 300_000,
  'POST /api/campaigns/{id}/follow-up': 600_000,
  'GET /api/campaigns/{id}/logs/export': null,
  'GET /api/campaigns/{id}/recipients/export': null,
  'GET /api/lists/{id}/recipients/export': null,
  'POST /api/agent/work': 60_000,
};

/** The parsed answer of a call, by its name. */
export type Answer<N extends keyof Calls> = z.output<Calls[N]['response']>;

/** Makes calls by their names: `call('GET /api/campaigns', { query: { page: 1 } })`. */
export type Call = <N extends keyof Calls>(name: N, ...input: CallArguments<Calls[N]>) => Promise<Answer<N>>;

/** A call that was answered with an error, or not at all (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds from Retry-After of a 429 or 503, if given. */
  readonly retryAfter: number | undefined;
  /** The server's sentence if it refused the call; undefined if something failed. */
  readonly refusal: string | undefined;

  constructor({
    status,
    body,
    retryAfter,
    isRefusal = false,
  }: { status: number; body: ErrorBody; retryAfter?: number | undefined; isRefusal?: boolean }) {
    super(body.error);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
    this.refusal = isRefusal ? body.error : undefined;
  }

  get code(): string | undefined {
    return this.body.code;
  }
}

interface ClientOptions {
  /** '' for the page's own server. */
  baseUrl: string;
  token: () => string | null | undefined;
  /** Called on every 401, before the call fails. */
  onUnauthorized?: () => void;
  /** Called with the server's time in milliseconds, of which answers tell whole seconds. */
  onServerTime?: (ms: number) => void;
}

/** The client of every call in the contract. Throws only ApiError, or the reason of the caller's own abort. */
export function createClient(options: ClientOptions): Call {
  const call = async (name: string, input: LooseInput = {}) => {
    const response = await send(options, name, input);
    const date = response.headers.get('date');
    if (date) options.onServerTime?.(Date.parse(date));
    if (response.ok) return readAnswer(response, input.signal);
    if (response.status === 401) options.onUnauthorized?.();
    throw await toApiError(response);
  };
  return call as Call;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

async function send(options: ClientOptions, name: string, input: LooseInput): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ');
  const token = options.token();
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { method, headers, signal: limitTime(name, input.signal) };
  if (input.body !== undefined) {
    init.body = input.body instanceof Blob ? input.body : JSON.stringify(input.body);
  }
  try {
    return await fetch(options.baseUrl + fillPath(path, input.params) + toSearch(input.query), init);
  } catch (cause) {
    throw toUnanswered(cause, input.signal);
  }
}

// The connection may break, and the time run out, in the middle of an answer too.
async function readAnswer(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  try {
    return await (isJson ? response.json() : response.blob());
  } catch (cause) {
    throw toUnanswered(cause, signal);
  }
}

function toUnanswered(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cause;
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  const error = isTimeout
    ? 'The server took too long to answer. Please try again.'
    : 'The server cannot be reached. Please check your connection and try again.';
  return new ApiError({ status: 0, body: { error } });
}

function limitTime(name: string, signal: AbortSignal | undefined): AbortSignal | null {
  const own = (TIME_LIMITS_MS as Record<string, number | null>)[name];
  if (own === null) return signal ?? null;
  const limit = own ?? DEFAULT_TIME_LIMIT_MS;
  const timeout = AbortSignal.timeout(limit);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
}

function toSearch(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(Object.fromEntries(given.map(([key, value]) => [key, String(value)])))}`;
}

async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const seconds = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    body: { ...body, error: body.error ?? `The server answered ${response.status}. Please try again.` },
    retryAfter: seconds > 0 ? seconds : undefined,
    isRefusal: response.status < 500 && typeof body.error === 'string' && body.error !== '',
  });
}
