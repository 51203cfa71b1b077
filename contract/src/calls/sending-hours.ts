import * as z from 'zod';
import { CAPS, type CapKind, capError } from '../campaigns/caps.ts';
import { judgedNumber, type TextForm } from '../fields.ts';
import {
  CLOCK,
  DATES_INVALID,
  END_CLOCK,
  hoursError,
  QUIET_SPANS_MAX,
  quietDatesError,
  RANGES_MAX,
  TIMES_INVALID,
  TOO_MANY_QUIET_SPANS,
  TOO_MANY_RANGES,
  WEEKDAYS,
} from '../sending-hours.ts';

export const Hours = z
  .array(z.object({ day: z.int(), from: z.string(), to: z.string() }))
  .nullable()
  .meta({ id: 'Hours' });
export const QuietDates = z.array(z.object({ from: z.string(), to: z.string() })).meta({ id: 'QuietDates' });

// Whatever is wrong within a range or a span passes: the rule of the whole field then gives one error under its name.
const judgedText = (form: TextForm) =>
  z
    .string()
    .catch('')
    .meta({ ...form, default: undefined });
const Weekday = judgedNumber({ minimum: 1, maximum: WEEKDAYS.length }, '1 is Monday, 7 Sunday.');
const From = judgedText({ pattern: CLOCK.source });
const To = judgedText({
  pattern: END_CLOCK.source,
  description: 'A time at or before `from` is on the next day. A range lasts 15 minutes or more.',
});
const Day = judgedText({ format: 'date' });

/** Hours as a caller gives them; null is at any time. */
export const HoursInput = z
  .array(
    z
      .object({ day: Weekday, from: From, to: To })
      .catch({ day: Number.NaN, from: '', to: '' })
      .meta({ default: undefined }),
    TIMES_INVALID,
  )
  .max(RANGES_MAX, TOO_MANY_RANGES)
  .meta({ minItems: 1 })
  .nullable()
  .superRefine(ruleOf(hoursError))
  .meta({ description: 'Ranges of the week that do not overlap, four that begin on a day at most.' });

/** Quiet dates as a caller gives them: past ones too, which are dropped. */
export const QuietDatesInput = z
  .array(
    z.object({ from: Day, to: Day }).catch({ from: '', to: '' }).meta({ default: undefined }),
    DATES_INVALID,
  )
  .max(QUIET_SPANS_MAX, TOO_MANY_QUIET_SPANS)
  .superRefine(ruleOf(quietDatesError))
  .meta({ description: 'Days on which nothing is sent, each span a year at most.' });

/** A cap as a caller gives it; null is none. */
export const capInput = (kind: CapKind) =>
  judgedNumber({ minimum: 1, maximum: CAPS[kind] })
    .nullable()
    .superRefine(ruleOf((value: number | null) => capError(kind, value)));

function ruleOf<Value>(errorOf: (value: Value) => string | undefined) {
  return (value: Value, context: z.RefinementCtx<Value>) => {
    const message = errorOf(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
}
