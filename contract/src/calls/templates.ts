import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { changeOf, EmptyAnswer, Id, IdParams, NOT_BLANK, requiredName, Time } from '../fields.ts';
import { Pagination, wholeOrPageQuery } from '../paging.ts';
import { TEMPLATE_CONTENT_MAX, TEMPLATE_NAME_MAX } from '../templates.ts';
import { isLongerThan } from '../text/characters.ts';
import { isVisible } from '../text/visible-text.ts';

export const Template = z
  .object({
    id: Id,
    name: z.string(),
    content: z.string(),
    is_selected: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;

/** The rule for a message. */
export const TemplateContent = z
  .string('Template content is required')
  .refine(
    (content) => !isLongerThan(content, TEMPLATE_CONTENT_MAX),
    'Template content must not exceed 1,000 characters',
  )
  .refine((content) => isVisible(content), 'Template content is required')
  .meta({ minLength: 1, maxLength: TEMPLATE_CONTENT_MAX, pattern: NOT_BLANK });

const fields = { name: requiredName('Template name', TEMPLATE_NAME_MAX), content: TemplateContent };
const TemplateAnswer = z.object({ template: Template }).meta({ id: 'TemplateAnswer' });

export const templateCalls = defineCalls({
  'GET /api/templates': {
    operationId: 'listTemplates',
    access: 'user',
    summary: 'Your message templates, newest first; the first 100 without page and limit.',
    query: z.object(wholeOrPageQuery),
    response: z.object({ templates: z.array(Template), pagination: Pagination }),
  },
  'POST /api/templates': {
    operationId: 'createTemplate',
    access: 'subscriber',
    summary: 'Make a template.',
    body: z.object(fields),
    status: 201,
    response: TemplateAnswer,
    refusals: { 409: 'There is no room for another template.' },
  },
  'PUT /api/templates/{id}': {
    operationId: 'updateTemplate',
    access: 'subscriber',
    summary: 'Change a template; left-out fields stay. Campaigns keep the message they were created with.',
    params: IdParams,
    body: changeOf(fields),
    response: TemplateAnswer,
  },
  'PUT /api/templates/{id}/select': {
    operationId: 'selectTemplate',
    access: 'subscriber',
    summary: 'Mark a template as the selected one; at most one is.',
    params: IdParams,
    response: TemplateAnswer,
  },
  'DELETE /api/templates/{id}': {
    operationId: 'deleteTemplate',
    access: 'subscriber',
    summary: 'Delete a template.',
    params: IdParams,
    response: EmptyAnswer,
    refusals: { 409: 'A campaign uses the template.' },
  },
});
