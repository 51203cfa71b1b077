import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { EmptyAnswer, Id, Time } from '../fields.ts';

/** Why nothing is sent after a restore, and what has come back since (docs/engine.md#restore). */
export const Freeze = z.object({
  frozen_at: Time,
  /** When the backup was taken; null where nobody announced the restore. */
  backup_at: Time.nullable(),
  /** What the agents told of that the backup did not know. */
  sent: z.int(),
  uncertain: z.int(),
  /** The machines that have not yet repeated what they sent. */
  missing: z.array(z.object({ id: Id, machine_name: z.string(), connected: z.boolean() })),
});
export type Freeze = z.infer<typeof Freeze>;

export const freezeCalls = defineCalls({
  'GET /api/freeze': {
    access: 'user',
    summary: 'Whether your sending waits after a restore from a backup.',
    response: z.object({ freeze: Freeze.nullable() }),
  },
  'POST /api/freeze/end': {
    access: 'user',
    summary: 'Continue sending after a restore; 409 while a machine has not repeated what it sent.',
    body: z.object({
      /** Without waiting for the machines that are missing: whom they wrote to may be written to again. */
      anyway: z.boolean().default(false),
    }),
    response: EmptyAnswer,
    errors: z.object({ code: z.literal('machines_missing') }),
  },
});
