import type { templateCalls } from '@pigeonpost/contract/calls/templates';
import { lockUser } from '../../database/locks.ts';
import type { Deps } from '../../deps.ts';
import { refuseIfInUse } from '../../engine/in-use.ts';
import { notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { paginationOf, wholeOrPageSlice } from '../../http/paging.ts';
import {
  deleteTemplate,
  forgetTemplate,
  insertTemplate,
  listTemplates,
  selectTemplate,
  unselectTemplates,
  updateTemplate,
} from './queries.ts';

const noTemplate = () => notFound('Template not found');

/** A user's messages with the placeholder `{username}` (docs/behaviour.md#templates). */
export function templateRoutes({ clock }: Deps): Routes<typeof templateCalls> {
  return {
    'GET /api/templates': async ({ tx, caller, query }) => {
      const slice = wholeOrPageSlice(query);
      const { templates, total } = await listTemplates(tx, {
        user_id: caller.user.id,
        search: query.search,
        slice,
      });
      return { templates, pagination: paginationOf(slice, total) };
    },

    'POST /api/templates': async ({ tx, caller, body }) => {
      const user_id = caller.user.id;
      await lockUser(tx, user_id);
      return { template: await insertTemplate(tx, { ...body, user_id, created_at: clock.now() }) };
    },

    'PUT /api/templates/{id}': async ({ tx, caller, params, body }) => {
      const template = await updateTemplate(tx, { user_id: caller.user.id, id: params.id }, body);
      if (!template) throw noTemplate();
      return { template };
    },

    'PUT /api/templates/{id}/select': async ({ tx, caller, params }) => {
      // One at a time: two simultaneous calls would both unselect the old one and then collide in the unique index.
      await lockUser(tx, caller.user.id);
      await unselectTemplates(tx, caller.user.id);
      const template = await selectTemplate(tx, { user_id: caller.user.id, id: params.id });
      if (!template) throw noTemplate();
      return { template };
    },

    'DELETE /api/templates/{id}': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, id: params.id };
      await lockUser(tx, caller.user.id);
      await refuseIfInUse(tx, {
        user_id: caller.user.id,
        message_template_id: params.id,
      });
      if (!(await deleteTemplate(tx, key))) throw noTemplate();
      await forgetTemplate(tx, key);
      return {};
    },
  };
}
