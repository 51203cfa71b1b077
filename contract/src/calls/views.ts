import * as z from 'zod';
import { defineCalls } from '../call.ts';
import type { Condition } from '../conditions.ts';
import { checkedText, EmptyAnswer, Id, IdParams } from '../fields.ts';
import { cleanViewName, VIEWS_MAX, viewNameError } from '../views.ts';
import { Conditions } from './conditions.ts';

/** Conditions under a name, on every list of their user (docs/behaviour.md#views). */
export const View = z.object({
  id: Id,
  name: z.string(),
  conditions: z.array(z.custom<Condition>().meta({ type: 'object' })),
  /** The same as an address and a call for a list have them. */
  where: z.string(),
});
export type View = z.infer<typeof View>;

const Body = z.object({
  name: checkedText('Name is required', (text) => viewNameError(cleanViewName(text))).transform(
    cleanViewName,
  ),
  conditions: Conditions,
});
const ViewAnswer = z.object({ view: View });

export const viewCalls = defineCalls({
  'GET /api/views': {
    access: 'user',
    summary: 'Your views, the oldest first.',
    response: z.object({ views: z.array(View) }),
  },
  'POST /api/views': {
    access: 'subscriber',
    summary: `Keep conditions under a name; ${VIEWS_MAX} views at most.`,
    body: Body,
    status: 201,
    response: ViewAnswer,
  },
  'PUT /api/views/{id}': {
    access: 'subscriber',
    summary: 'Rename a view, and change its conditions.',
    params: IdParams,
    body: Body,
    response: ViewAnswer,
  },
  'DELETE /api/views/{id}': {
    access: 'subscriber',
    summary: 'Delete a view; nobody leaves a list.',
    params: IdParams,
    response: EmptyAnswer,
  },
});
