import * as z from 'zod';
import { type CapKind, capError } from '../caps.ts';
import {
  DATES_INVALID,
  hoursError,
  QUIET_SPANS_MAX,
  quietDatesError,
  RANGES_MAX,
  TIMES_INVALID,
  TOO_MANY_QUIET_SPANS,
  TOO_MANY_RANGES,
} from '../sending-hours.ts';

export const Hours = z.array(z.object({ day: z.int(), from: z.string(), to: z.string() })).nullable();
export const QuietDates = z.array(z.object({ from: z.string(), to: z.string() }));

// Wrong types pass within a range or a span: the rule of the whole field then gives one error under the field's name.
const AnyText = z.string().catch('').meta({ default: undefined });
const AnyNumber = z.number().catch(Number.NaN).meta({ default: undefined });

/** Hours as a caller gives them; null is at any time. */
export const HoursInput = z
  .array(
    z
      .object({ day: AnyNumber, from: AnyText, to: AnyText })
      .catch({ day: Number.NaN, from: '', to: '' })
      .meta({ default: undefined }),
    TIMES_INVALID,
  )
  .max(RANGES_MAX, TOO_MANY_RANGES)
  .nullable()
  .superRefine(ruleOf(hoursError));

/** Quiet dates as a caller gives them: past ones too, which are dropped. */
export const QuietDatesInput = z
  .array(
    z.object({ from: AnyText, to: AnyText }).catch({ from: '', to: '' }).meta({ default: undefined }),
    DATES_INVALID,
  )
  .max(QUIET_SPANS_MAX, TOO_MANY_QUIET_SPANS)
  .superRefine(ruleOf(quietDatesError));

/** A cap as a caller gives it; null is none. */
export const capInput = (kind: CapKind) =>
  AnyNumber.nullable().superRefine(ruleOf((value: number | null) => capError(kind, value)));

function ruleOf<Value>(errorOf: (value: Value) => string | undefined) {
  return (value: Value, context: z.RefinementCtx<Value>) => {
    const message = errorOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}
