import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, EmptyAnswer, Id, IdParams, requiredText, Time } from '../fields.ts';
import { Pagination, wholeOrPageQuery } from '../paging.ts';
import { TEMPLATE_CONTENT_MAX, TEMPLATE_NAME_MAX } from '../templates.ts';

export const Template = z.object({
  id: Id,
  name: z.string(),
  content: z.string(),
  is_selected: z.boolean(),
  created_at: Time,
});
export type Template = z.infer<typeof Template>;

/** The rule for a message. */
export const TemplateContent = z
  .string('Template content is required')
  .max(TEMPLATE_CONTENT_MAX, 'Template content must not exceed 1,000 characters')
  .refine((content) => content.trim() !== '', 'Template content is required');

const fields = { name: requiredText('Template name', TEMPLATE_NAME_MAX), content: TemplateContent };
const TemplateAnswer = z.object({ template: Template });

export const templateCalls = defineCalls({
  'GET /api/templates': {
    access: 'user',
    summary: 'Your message templates, newest first; all of them without page and limit.',
    query: z.object(wholeOrPageQuery),
    response: z.object({ templates: z.array(Template), pagination: Pagination }),
  },
  'POST /api/templates': {
    access: 'subscriber',
    summary: 'Make a template.',
    body: z.object(fields),
    status: 201,
    response: TemplateAnswer,
  },
  'PUT /api/templates/{id}': {
    access: 'subscriber',
    summary: 'Change a template; left-out fields stay. Campaigns keep the message they were created with.',
    params: IdParams,
    body: changeOf(fields),
    response: TemplateAnswer,
  },
  'PUT /api/templates/{id}/select': {
    access: 'subscriber',
    summary: 'Mark a template as the selected one; at most one is.',
    params: IdParams,
    response: TemplateAnswer,
  },
  'DELETE /api/templates/{id}': {
    access: 'subscriber',
    summary: 'Delete a template.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
