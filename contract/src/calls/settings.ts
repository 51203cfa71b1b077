import * as z from 'zod';
import {
  DELAY_MAX_SECONDS,
  DELAY_MIN_SECONDS,
  NEVER_TWICE_MAX_DAYS,
  RETRIES_MAX,
  RETRIES_MIN,
} from '../account/settings.ts';
import { defineCalls } from '../call.ts';
import { changeOf, judgedNumber, personName } from '../fields.ts';
import { NAME_KINDS } from '../recipients.ts';
import { capInput, Hours, HoursInput, QuietDates, QuietDatesInput } from './sending-hours.ts';

export const Settings = z
  .object({
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
  })
  .meta({ id: 'Settings' });
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
  /** Whether a look after the first people is suggested where a list is long enough (docs/behaviour.md#canary). */
  suggests_canary: z.boolean(),
});

// `settingsErrors` checks all fields together, with those that are saved. So a wrong one passes here, marked by NaN, and
// hides no other error.
const Delay = judgedNumber(
  { minimum: DELAY_MIN_SECONDS, maximum: DELAY_MAX_SECONDS },
  'Seconds. The end is not before the start. A server for the practice inbox takes less than 30, too.',
);

/** How fast, when and how much the profiles of an account send. */
export const accountLimits = {
  delay_start: Delay,
  delay_end: Delay,
  hours: HoursInput,
  profile_cap_hour: capInput('profile_hour'),
  profile_cap_day: capInput('profile_day'),
  cap_day: capInput('account_day'),
};

export const settingsCalls = defineCalls({
  'GET /api/settings': {
    operationId: 'getSettings',
    access: 'user',
    summary: 'Your automation settings.',
    response: SettingsAnswer,
  },
  'PUT /api/settings': {
    operationId: 'updateSettings',
    access: 'subscriber',
    summary: 'Change your automation settings; left-out fields stay.',
    body: changeOf({
      max_retries: judgedNumber({ minimum: RETRIES_MIN, maximum: RETRIES_MAX }),
      ...accountLimits,
      never_twice_days: judgedNumber({ minimum: 1, maximum: NEVER_TWICE_MAX_DAYS }).nullable(),
      /** 409 while a campaign is unfinished. */
      names: z.enum(NAME_KINDS, 'Names must be instagram or address'),
      /** Past ones are dropped. */
      quiet_dates: QuietDatesInput,
      own_name: personName('Your own name must be text').nullable(),
    }),
    response: SettingsAnswer.extend({
      /** What it means for campaigns with hours of their own, as sentences. */
      warnings: z.array(z.string()),
    }),
    refusals: {
      409: 'The kind of names cannot change while a campaign is unfinished, or the own name was erased.',
    },
  },
});
