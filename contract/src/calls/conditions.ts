import * as z from 'zod';
import {
  CONDITIONS_MAX,
  type Condition,
  isUnread,
  readConditions,
  readWhere,
  WHERE_MAX,
} from '../conditions.ts';

export const NO_CONDITION = 'Choose at least one condition';

/** One to ten conditions in a body (docs/behaviour.md#conditions). */
export const Conditions = z
  .custom<unknown[]>(Array.isArray, NO_CONDITION)
  .refine(({ length }) => length > 0, { error: NO_CONDITION, abort: true })
  .meta({ type: 'array', items: { type: 'object' }, minItems: 1, maxItems: CONDITIONS_MAX })
  .transform((given, context) => readInto(readConditions(given), context));

/** Conditions as an address has them, none too: JSON in base64url. */
export const Where = z
  .string()
  .max(WHERE_MAX, `where has at most ${WHERE_MAX} characters`)
  .transform((where, context) => readInto(readWhere(where), context));

function readInto(read: ReturnType<typeof readConditions>, context: z.RefinementCtx): Condition[] {
  if (!isUnread(read)) return read;
  context.addIssue({ code: 'custom', message: read.error });
  return z.NEVER;
}
