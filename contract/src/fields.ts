import * as z from 'zod';

/** The id of a row, in an answer or a body. */
export const Id = z.int().positive();

/** The id of a row in an address. */
export const IdParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** A moment: ISO 8601 in UTC. */
export const Time = z.string();

/** An answer that says nothing but that it was done. */
export const Done = z.object({});

/** A text that must be there after trimming. */
export function requiredText(name: string, max: number) {
  return z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .max(max, `${name} must not exceed ${max.toLocaleString('en-US')} characters`);
}
