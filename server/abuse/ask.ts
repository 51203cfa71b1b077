import type { TriedCall } from './every-call.ts';
import type { Input } from './example.ts';

/** The answer: the body as text, whatever it is. */
export interface Answered {
  status: number;
  text: string;
}

// Longer than any answer on a busy machine: a call that hangs is a problem.
const NO_ANSWER_MS = 30_000;

let callers = 0;

/** Makes a call with any input, from an address of its own, so that it is not throttled. */
export function ask(url: string, call: TriedCall, input: Input, token?: string): Promise<Answered> {
  const body = call.method === 'GET' || input.body === undefined ? null : JSON.stringify(input.body);
  return askRaw(url + addressOf(call, input), {
    method: call.method,
    token,
    body,
    contentType: body === null ? undefined : 'application/json',
  });
}

/** The same with a body byte by byte. */
export async function askRaw(
  address: string,
  {
    method,
    token,
    body,
    contentType,
  }: {
    method: string;
    token: string | undefined;
    body: string | Buffer<ArrayBuffer> | null;
    contentType: string | undefined;
  },
): Promise<Answered> {
  const headers: Record<string, string> = { 'x-forwarded-for': nextAddress() };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (contentType !== undefined) headers['content-type'] = contentType;
  const signal = AbortSignal.timeout(NO_ANSWER_MS);
  const response = await fetch(address, { method, headers, body, signal });
  return { status: response.status, text: await response.text() };
}

/** An unused address. */
export function nextAddress(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

/** Path and query of a call. */
export function addressOf({ path }: TriedCall, { params, query }: Input): string {
  const values = (params ?? {}) as Record<string, unknown>;
  // A lone surrogate cannot be written in an address.
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(textOf(values[key]).toWellFormed()),
  );
  return `${filled}${searchOf(query)}`;
}

/** The query of an input as the server reads it: an empty value is left out, and several of a name are a list. */
export function seenQuery(call: TriedCall, input: Input): Record<string, unknown> {
  const search = new URL(addressOf(call, input), 'http://localhost').searchParams;
  const seen: Record<string, unknown> = {};
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key).filter((value, _, all) => all.length > 1 || value !== '');
    if (values.length > 0) seen[key] = values.length === 1 ? values[0] : values;
  }
  return seen;
}

/** The params of an input as the server reads them. */
export function seenParams(call: TriedCall, input: Input): Record<string, string> {
  const { pathname } = new URL(addressOf(call, { params: input.params }), 'http://localhost');
  const values = pathname.split('/');
  return Object.fromEntries(
    call.path
      .split('/')
      .flatMap((part, index) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(values[index] ?? '')]] : [],
      ),
  );
}

function searchOf(query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
    // A repeated name in an address is read as a list.
    (Array.isArray(value) ? value.slice(0, 3) : [value]).map((one): [string, string] => [key, textOf(one)]),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

// A longer address may have its connection cut before the answer was read.
const LONGEST = 12_000;

// Not String(): a drawn value may have its own toString.
const textOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).slice(0, LONGEST);
