import type { HostileCall } from './every-call.ts';
import type { Input } from './example.ts';

/** What was answered: the body as text, whatever it is. */
export interface Answered {
  status: number;
  text: string;
}

let callers = 0;

/** Makes a call with any input at all, from an address of its own: a crowd of addresses is throttled as little as one. */
export async function ask(
  url: string,
  { method, path }: HostileCall,
  input: Input,
  token?: string,
): Promise<Answered> {
  const headers: Record<string, string> = { 'x-forwarded-for': nextAddress() };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const hasBody = input.body !== undefined && method !== 'GET';
  if (hasBody) headers['content-type'] = 'application/json';
  const response = await fetch(url + fill(path, input.params) + toSearch(input.query), {
    method,
    headers,
    body: hasBody ? JSON.stringify(input.body) : null,
  });
  return { status: response.status, text: await response.text() };
}

/** An address that nobody has called from. */
export function nextAddress(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

function fill(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values[key])));
}

function toSearch(query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}
