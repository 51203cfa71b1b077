import * as z from 'zod';
import { CAP_REASONS } from '../campaigns/caps.ts';
import { Time } from '../fields.ts';
import { capInput } from './sending-hours.ts';

/** What a profile's answer says of its caps (docs/behaviour.md#caps). */
export const profileCaps = {
  /** Its own caps; null: none. */
  cap_hour: z.int().nullable(),
  cap_day: z.int().nullable(),
  /** How many were begun on this day and in this clock hour of the user's zone. */
  begun_today: z.int(),
  begun_this_hour: z.int(),
  /** The caps that hold it now, and which rule they come from; null: none. */
  cap_now: z.object({
    hour: z.int().nullable(),
    day: z.int().nullable(),
    because: z.enum(CAP_REASONS).nullable(),
  }),
  /** Which of its sending days it is while it begins slowly; null: it does not. */
  begin_slowly: z.object({ day: z.int() }).nullable(),
  /** It sends at half until then, because it was blocked; null: it does not. */
  slow_until: Time.nullable(),
  /** It has sent what it may: when it may send again, by caps and the account's hours; null while it may send. */
  capped_until: Time.nullable(),
};

/** The fields of a body that set them. */
export const profileCapFields = {
  cap_hour: capInput('profile_hour').optional(),
  cap_day: capInput('profile_day').optional(),
  begin_slowly: z.boolean('begin_slowly must be true or false').optional(),
};
