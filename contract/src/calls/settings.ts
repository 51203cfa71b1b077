import * as z from 'zod';
import { defineCalls } from '../call.ts';

export const Settings = z.object({ max_retries: z.int(), delay_start: z.int(), delay_end: z.int() });
export type Settings = z.infer<typeof Settings>;

const SettingsAnswer = z.object({
  settings: Settings,
  /** Seconds; below 30 only on a server for the practice inbox (3-decisions, Pace). */
  limits: z.object({ delay_min: z.int(), delay_max: z.int() }),
});

export const settingsCalls = defineCalls({
  'GET /api/settings': { access: 'user', summary: 'Your automation settings.', response: SettingsAnswer },
  'PUT /api/settings': {
    access: 'subscriber',
    summary: 'Change your automation settings.',
    body: z.object({
      max_retries: z.number('Max retries must be between 1 and 10'),
      delay_start: z.number('Delay start must be between 30 and 3600 seconds'),
      delay_end: z.number('Delay end must be between 30 and 3600 seconds'),
    }),
    response: SettingsAnswer,
  },
});
