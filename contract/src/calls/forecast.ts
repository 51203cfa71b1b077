import * as z from 'zod';
import { Time } from '../fields.ts';
import { FORECAST_STOPS } from '../forecast/forecast-inputs.ts';

/** When a campaign ends (docs/behaviour.md#forecast). */
export const ForecastEnd = z
  .object({
    starts_at: Time,
    first_at: Time.nullable(),
    ends_at: Time.nullable(),
    early: Time.nullable(),
    late: Time.nullable(),
    unreached: z.int(),
    /** Why it has no end. */
    stopped_by: z.enum(FORECAST_STOPS).nullable(),
    /** Those who get it before the campaign pauses for a look, by when, and those after it. */
    look: z.object({ people: z.int(), at: Time.nullable(), others: z.int() }).nullable(),
    /** Campaigns that are not counted: it holds if they send nothing. */
    uncounted: z.array(z.string()),
  })
  .meta({ id: 'ForecastEnd' });
export type ForecastEnd = z.infer<typeof ForecastEnd>;
