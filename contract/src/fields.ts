import * as z from 'zod';
import { isLongerThan } from './characters.ts';
import { LAST_CAMPAIGN_ID } from './tests.ts';

/** The id of a row, in an answer or a body. */
export const Id = z.int().positive();

/** The id of a row in an address. */
export const IdParams = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** The id of a campaign or a list in an address: those of tests are no addresses (docs/engine.md#tests). */
export const CampaignOrListParams = z.object({
  id: z.coerce.number().int().positive().max(LAST_CAMPAIGN_ID),
});

/** A moment: ISO 8601 in UTC. */
export const Time = z.string();

/** An answer without content: the call succeeded. */
export const EmptyAnswer = z.object({});

const NOTHING_TO_CHANGE = 'Nothing to change: name at least one field';

/** Lone surrogates, Unicode noncharacters, and U+0000, which PostgreSQL refuses. */
export const NOT_A_CHARACTER = /[\p{Surrogate}\p{Noncharacter_Code_Point}\0]/u;
export const NOT_STORABLE = 'This text contains a character that cannot be stored. Please remove it.';

/** A text that is not empty after trimming. */
export function requiredText(name: string, max: number) {
  return z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .refine(
      (text) => !isLongerThan(text, max),
      `${name} must not exceed ${max.toLocaleString('en-US')} characters`,
    );
}

/**
 * The body of a change: a field that is left out stays as it is, and at least one is required. Do not use fields with a
 * default: `optional` would still apply it.
 */
export function changeOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .object(shape)
    .partial()
    .refine((body) => Object.values(body).some((value) => value !== undefined), NOTHING_TO_CHANGE)
    .meta({ minProperties: 1 });
}

/** A text checked by a rule that server and page share; the rule gives the error, or undefined. */
export function checkedText(required: string, errorOf: (text: string) => string | undefined) {
  return z.string(required).superRefine((text, context) => {
    const message = errorOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}
