import * as z from 'zod';
import { LEFT_OUT_MAX, REPLIED_DAYS_ERROR, REPLIED_DAYS_MAX } from '../campaigns/leave-out.ts';
import { Id } from '../fields.ts';

const NOT_LEAVE_OUT = 'leave_out must have lists, tags or replied_days';
const ids = (what: string) =>
  z
    .array(Id, NOT_LEAVE_OUT)
    .max(LEFT_OUT_MAX, `A campaign leaves out ${LEFT_OUT_MAX} ${what} at most`)
    .default([]);

/** Whom a campaign leaves out at their turn (docs/behaviour.md#leaving-people-out); null: nobody. */
export const LeaveOutInput = z
  .object(
    {
      /** Who is in one of these lists. */
      lists: ids('lists'),
      /** Who has one of these tags. */
      tags: ids('tags'),
      /** Who replied within so many days. */
      replied_days: z
        .int(REPLIED_DAYS_ERROR)
        .min(1, REPLIED_DAYS_ERROR)
        .max(REPLIED_DAYS_MAX, REPLIED_DAYS_ERROR)
        .nullable()
        .default(null),
    },
    NOT_LEAVE_OUT,
  )
  .nullable();
export type LeaveOutInput = z.infer<typeof LeaveOutInput>;

/** The same in an address, as JSON. */
export const LeaveOutQuery = z
  .string()
  .max(1000, NOT_LEAVE_OUT)
  .meta({ format: 'leave-out', description: 'leave_out of a campaign as JSON.' })
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: NOT_LEAVE_OUT });
      return z.NEVER;
    }
  })
  .pipe(LeaveOutInput);

const Named = z.array(z.object({ id: Id, name: z.string() }));

/** The same as it is answered: the lists and tags that still exist, by name. */
export const LeaveOut = z
  .object({ lists: Named, tags: Named, replied_days: z.int().nullable() })
  .meta({ id: 'LeaveOut' });
export type LeaveOut = z.infer<typeof LeaveOut>;
