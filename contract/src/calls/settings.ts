import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf } from '../fields.ts';
import { NAME_KINDS } from '../recipients.ts';
import { capInput, Hours, HoursInput, QuietDates, QuietDatesInput } from './sending-hours.ts';

export const Settings = z.object({
  max_retries: z.int(),
  delay_start: z.int(),
  delay_end: z.int(),
  /** The days for 'Never write to the same person twice'; null: off. */
  never_twice_days: z.int().nullable(),
  names: z.enum(NAME_KINDS),
  /** When messages may go; null: at any time (docs/behaviour.md#sending-hours). */
  hours: Hours,
  quiet_dates: QuietDates,
  /** The caps of every profile an hour and a day, and of all together a day; null: none (docs/behaviour.md#caps). */
  profile_cap_hour: z.int().nullable(),
  profile_cap_day: z.int().nullable(),
  cap_day: z.int().nullable(),
  /** To whom tests go, as it was last given; null: not said yet (docs/behaviour.md#tests). */
  own_name: z.string().nullable(),
  /** Whether a machine of the account has ever read replies (docs/behaviour.md#replies). */
  hears_replies: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

const SettingsAnswer = z.object({
  settings: Settings,
  /** Seconds; shorter on a server for the practice inbox (docs/engine.md#pace). */
  limits: z.object({
    delay_min: z.int(),
    delay_max: z.int(),
    /** For how long the screens let a start be undone (docs/behaviour.md#undo-a-start). */
    undo_seconds: z.int(),
  }),
});

// Non-numbers pass here, because `settingsErrors` checks all fields together and a wrong type must not hide other
// errors. NaN only marks them; it is not a default for the API reference.
const AnyNumber = z.number().catch(Number.NaN).meta({ default: undefined });

/** How fast, when and how much the profiles of an account send. */
export const accountLimits = {
  delay_start: AnyNumber,
  delay_end: AnyNumber,
  hours: HoursInput,
  profile_cap_hour: capInput('profile_hour'),
  profile_cap_day: capInput('profile_day'),
  cap_day: capInput('account_day'),
};

export const settingsCalls = defineCalls({
  'GET /api/settings': { access: 'user', summary: 'Your automation settings.', response: SettingsAnswer },
  'PUT /api/settings': {
    access: 'subscriber',
    summary: 'Change your automation settings; left-out fields stay.',
    body: changeOf({
      max_retries: AnyNumber,
      ...accountLimits,
      never_twice_days: z.number().nullable().catch(Number.NaN).meta({ default: undefined }),
      /** 409 while a campaign is unfinished. */
      names: z.enum(NAME_KINDS, 'Names must be instagram or address'),
      /** Past ones are dropped. */
      quiet_dates: QuietDatesInput,
      own_name: z.string('Your own name must be text').nullable(),
    }),
    response: SettingsAnswer.extend({
      /** What it means for campaigns with hours of their own, as sentences. */
      warnings: z.array(z.string()),
    }),
  },
});
