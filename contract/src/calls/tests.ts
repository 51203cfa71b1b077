import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { exactlyOne, Id, IdParams, personName, Time } from '../fields.ts';
import { TEST_STATES } from '../tests.ts';
import { TemplateContent } from './templates.ts';

export const TestMessage = z
  .object({
    id: Id,
    state: z.enum(TEST_STATES),
    /** What a waiting test waits for, or why it was not sent; null: an agent, or nothing to say. */
    reason: z.string().nullable(),
    /** When it ended. */
    at: Time.nullable(),
    profile_name: z.string(),
    recipient: z.string(),
  })
  .meta({ id: 'TestMessage' });
export type TestMessage = z.infer<typeof TestMessage>;

const TestAnswer = z.object({ test: TestMessage }).meta({ id: 'TestAnswer' });
const ONE_TEXT = 'Give a template or a text, not both';

export const testCalls = defineCalls({
  'POST /api/tests': {
    operationId: 'sendTest',
    access: 'subscriber',
    summary: 'Send one message to yourself, of a template or of a text, from a free profile.',
    body: exactlyOne(
      z.object({
        profile_id: Id,
        /** Kept as your own name. */
        recipient: personName('Your own name is required'),
        message_template_id: Id.optional(),
        text: TemplateContent.optional(),
      }),
      ['message_template_id', 'text'],
      { error: ONE_TEXT, path: ['text'] },
    ),
    status: 201,
    response: TestAnswer,
    refusals: {
      404: 'The profile or the template is not there.',
      409: 'The profile cannot send now, the own name is on do-not-contact or erased, or the text cannot have its stop link.',
    },
  },
  'GET /api/tests/{id}': {
    operationId: 'getTest',
    access: 'user',
    summary: 'How far a test of yours is. A test is kept for 7 days.',
    params: IdParams,
    response: TestAnswer,
  },
});
