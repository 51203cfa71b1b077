import * as z from 'zod';
import { defineCalls } from '../call.ts';
import { checkedText, EmptyAnswer, Id, IdParams, NOT_BLANK, ONE_LINE } from '../fields.ts';
import { cleanViewName, VIEW_NAME_MAX, VIEWS_MAX, viewNameError } from '../people/views.ts';
import { ConditionShape, Conditions } from './conditions.ts';

/** Conditions under a name, on every list of their user (docs/behaviour.md#views). */
export const View = z
  .object({
    id: Id,
    name: z.string(),
    conditions: z.array(ConditionShape),
    /** The same as an address and a call for a list have them. */
    where: z.string(),
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof View>;

const Body = z.object({
  name: checkedText('Name is required', (text) => viewNameError(cleanViewName(text)), {
    minLength: 1,
    maxLength: VIEW_NAME_MAX,
    pattern: NOT_BLANK,
    description: ONE_LINE,
  }).transform(cleanViewName),
  conditions: Conditions,
});
const ViewAnswer = z.object({ view: View }).meta({ id: 'ViewAnswer' });

export const viewCalls = defineCalls({
  'GET /api/views': {
    operationId: 'listViews',
    access: 'user',
    summary: 'Your views, the oldest first.',
    response: z.object({ views: z.array(View) }),
  },
  'POST /api/views': {
    operationId: 'createView',
    access: 'subscriber',
    summary: `Keep conditions under a name; ${VIEWS_MAX} views at most.`,
    body: Body,
    status: 201,
    response: ViewAnswer,
    refusals: {
      404: 'What a condition names is not there.',
      409: 'A view has this name, or there is no room for another one.',
    },
  },
  'PUT /api/views/{id}': {
    operationId: 'updateView',
    access: 'subscriber',
    summary: 'Rename a view, and change its conditions.',
    params: IdParams,
    body: Body,
    response: ViewAnswer,
    refusals: {
      404: 'The view, or what a condition names, is not there.',
      409: 'Another view has this name.',
    },
  },
  'DELETE /api/views/{id}': {
    operationId: 'deleteView',
    access: 'subscriber',
    summary: 'Delete a view; nobody leaves a list.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
