import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { EmptyAnswer, Id, Time } from '../fields.ts';

/** Why nothing is sent after a restore, and what the agents have reported since (docs/engine.md#restore). */
export const Freeze = z
  .object({
    frozen_at: Time,
    /** The time of the backup; null if the restore was not announced. */
    backup_at: Time.nullable(),
    /** The number of messages that agents reported and the backup did not have. */
    sent: z.int(),
    uncertain: z.int(),
    /** How many of both belong to a campaign, a list or a person that the backup does not have. */
    by_name: z.int(),
    /** The machines that have not yet repeated their results. */
    missing: z.array(z.object({ id: Id, machine_name: z.string(), connected: z.boolean() })),
  })
  .meta({ id: 'Freeze' });
export type Freeze = z.infer<typeof Freeze>;

export const freezeCalls = defineCalls({
  'GET /api/freeze': {
    operationId: 'getFreeze',
    access: 'user',
    summary: 'Whether your sending is frozen after a restore.',
    response: z.object({ freeze: Freeze.nullable() }),
  },
  'POST /api/freeze/end': {
    operationId: 'endFreeze',
    access: 'user',
    summary: 'Continue sending after a restore; 409 while a machine has not repeated its results.',
    body: z.object({
      /** Do not wait for missing machines. Recipients that they wrote to may get a second message. */
      anyway: z.boolean().default(false),
    }),
    response: EmptyAnswer,
    errors: z.object({ code: z.literal('machines_missing') }),
    refusals: { 409: 'A machine has not repeated its results yet.' },
  },
});
