import * as z from 'zod';
import { Id, NOT_BLANK, sized } from '../fields.ts';
import {
  CONDITION_DAYS_MAX,
  CONDITIONS_MAX,
  type Condition,
  IS_OR_NOT,
  isUnread,
  readConditions,
  readWhere,
  SOURCE_TESTS,
  VALUE_TESTS,
  WHERE_MAX,
} from '../people/conditions.ts';
import { FIELD_VALUE_MAX } from '../people/person-fields.ts';
import { RECIPIENT_FILTERS } from '../recipients.ts';
import { LAST_CAMPAIGN_ID } from '../tests.ts';

export const NO_CONDITION = 'Choose at least one condition';

const Value = sized(z.string(), { min: 1, max: FIELD_VALUE_MAX }, { pattern: NOT_BLANK });
const Days = z.int().min(1).max(CONDITION_DAYS_MAX);

/** A condition on a recipient of a list, as it is answered. `readConditions` is the rule of those that are given. */
export const ConditionShape: z.ZodType<Condition> = z.union([
  z.object({ kind: z.literal('field'), id: Id, test: z.enum(['filled', 'empty']) }),
  z.object({ kind: z.literal('field'), id: Id, test: z.enum(VALUE_TESTS), value: Value }),
  z.object({ kind: z.literal('tag'), id: Id, test: z.enum(IS_OR_NOT) }),
  z.object({ kind: z.literal('list'), id: Id.max(LAST_CAMPAIGN_ID), test: z.enum(IS_OR_NOT) }),
  z.object({ kind: z.literal('status'), status: z.enum(RECIPIENT_FILTERS) }),
  z.object({ kind: z.literal('replied'), test: z.enum(['ever', 'never']) }),
  z.object({ kind: z.literal('replied'), test: z.literal('within'), days: Days }),
  z.object({ kind: z.literal('messaged'), test: z.literal('never') }),
  z.object({ kind: z.literal('messaged'), test: z.enum(['within', 'not_within']), days: Days }),
  z.object({ kind: z.literal('do_not_contact'), test: z.enum(IS_OR_NOT) }),
  z.object({ kind: z.literal('source'), test: z.enum(SOURCE_TESTS) }),
]);
const { $schema: _, ...items } = z.toJSONSchema(ConditionShape, { io: 'input' });

/** One to ten conditions in a body (docs/behaviour.md#conditions). Judged as a whole: a long list costs no more than a short one. */
export const Conditions = z
  .custom<unknown[]>(Array.isArray, NO_CONDITION)
  .refine(({ length }) => length > 0, { error: NO_CONDITION, abort: true })
  .meta({ type: 'array', items, minItems: 1, maxItems: CONDITIONS_MAX })
  .transform((given, context) => readInto(readConditions(given), context));

/** Conditions as an address has them, none too: JSON in base64url. */
export const Where = z
  .string()
  .max(WHERE_MAX, `where has at most ${WHERE_MAX} characters`)
  .meta({ format: 'conditions', description: 'Conditions, such as those of a view, as JSON in base64url.' })
  .transform((where, context) => readInto(readWhere(where), context));

function readInto(read: ReturnType<typeof readConditions>, context: z.RefinementCtx): Condition[] {
  if (!isUnread(read)) return read;
  context.addIssue({ code: 'custom', message: read.error });
  return z.NEVER;
}
