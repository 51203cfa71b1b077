import { bodyLimitOf } from '@pigeonpost/contract/call';
import { NOT_A_CHARACTER } from '@pigeonpost/contract/fields';
import * as z from 'zod';
import { type Answered, addressOf, seenParams, seenQuery } from './ask.ts';
import type { TriedCall } from './every-call.ts';
import type { Input } from './example.ts';
import { takes } from './schema-parts.ts';

const MAX_DEPTH = 20;
// A parameter's limit, and Node's own of an address with its headers, come before the contract.
const LONG_ADDRESS = 8000;
const PROTOTYPE_KEYS = ['__proto__', 'constructor'];

/** The contract's verdict on an input: refused with one of these statuses, or undefined if the rules decide. */
export function refusalsFor(call: TriedCall, input: Input): number[] | undefined {
  const { params, query, body } = call.call;
  const address = addressOf(call, input);
  if (address.length > LONG_ADDRESS) return [404, 414, 431, 400];
  const statuses = new Set<number>();
  const sent = input.body === undefined ? {} : JSON.parse(JSON.stringify(input.body));
  if (call.method !== 'GET') {
    if (JSON.stringify(sent).length > bodyLimitOf(call.call) * 0.9) return [400, 404, 413];
    if (hasPrototypeKeys(sent) || !isPlain(sent, call) || (body && !takes(body, sent))) statuses.add(400);
  }
  const asked = seenQuery(call, input);
  if (!isPlain(asked, call) || (query && !takes(query, asked))) statuses.add(400);
  if (params && !takes(params, seenParams(call, input))) statuses.add(404);
  return statuses.size === 0 ? undefined : [...statuses];
}

/** Why an answer is not one of the contract's; undefined if it is. */
export function problemOf({ call }: TriedCall, { status, text }: Answered): string | undefined {
  if (status >= 500) return `a failure: ${status} ${text}`;
  if (status < 400) return status === (call.status ?? 200) ? undefined : `an unknown success: ${status}`;
  const shape = z.strictObject({
    error: z.string().min(1),
    code: z.string().optional(),
    fields: z.record(z.string(), z.string().min(1)).optional(),
    ...call.errors?.partial().shape,
  });
  const parsed = shape.safeParse(parse(text));
  return parsed.success ? undefined : `no error of the contract: ${status} ${text.slice(0, 300)}`;
}

/** Whether it is not nested too deeply, and its texts can be stored. */
function isPlain(value: unknown, { call }: TriedCall, depth = 0): boolean {
  if (depth > MAX_DEPTH) return call.bulk !== undefined;
  // Agents may send odd file names, imports validate per line: neither refuses such a text.
  if (typeof value === 'string')
    return call.access === 'agent' || call.bulk !== undefined || !NOT_A_CHARACTER.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((member) => isPlain(member, { call } as TriedCall, depth + 1));
}

function hasPrototypeKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => PROTOTYPE_KEYS.includes(key) || hasPrototypeKeys(member),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
