import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { Id, IdParams, Time } from '../fields.ts';
import { TEST_STATES } from '../tests.ts';
import { TemplateContent } from './templates.ts';

export const TestMessage = z.object({
  id: Id,
  state: z.enum(TEST_STATES),
  /** What a waiting test waits for, or why it was not sent; null: an agent, or nothing to say. */
  reason: z.string().nullable(),
  /** When it ended. */
  at: Time.nullable(),
  profile_name: z.string(),
  recipient: z.string(),
});
export type TestMessage = z.infer<typeof TestMessage>;

const TestAnswer = z.object({ test: TestMessage });
const ONE_TEXT = 'Give a template or a text, not both';

export const testCalls = defineCalls({
  'POST /api/tests': {
    access: 'subscriber',
    summary: 'Send one message to yourself, of a template or of a text, from a free profile.',
    body: z
      .object({
        profile_id: Id,
        /** Kept as your own name. */
        recipient: z.string('Your own name is required'),
        message_template_id: Id.optional(),
        text: TemplateContent.optional(),
      })
      .refine(
        ({ message_template_id, text }) => (message_template_id === undefined) !== (text === undefined),
        {
          error: ONE_TEXT,
          path: ['text'],
        },
      ),
    status: 201,
    response: TestAnswer,
  },
  'GET /api/tests/{id}': {
    access: 'user',
    summary: 'How far a test of yours is. A test is kept for 7 days.',
    params: IdParams,
    response: TestAnswer,
  },
});
