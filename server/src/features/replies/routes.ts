import type { repliesCalls } from '@pigeonpost/contract/calls/replies';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { getNameRules } from '../../database/sql/name-rules.ts';
import type { Deps } from '../../deps.ts';
import { takeReplyFor } from '../../engine/record-replies.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { decideStop, findReply, hasCampaign, listReplies } from './queries.ts';
import { canReadReplies, getRepliesSettings, updateRepliesSettings } from './settings-queries.ts';
import { waiveBudget } from './waive.ts';

const TAKE_OFF_FIRST = 'This name is on do-not-contact because of the reply. Take it off there.';

/** What people wrote back, and what a user decides of it (docs/behaviour.md#replies). */
export function repliesRoutes(deps: Deps): Routes<typeof repliesCalls> {
  const { clock } = deps;
  return {
    'GET /api/replies': async ({ tx, caller, query }) => {
      const slice = pageSlice(query);
      const { replies, total } = await listReplies(tx, { user_id: caller.user.id, stop: query.stop, slice });
      return { replies, pagination: paginationOf(slice, total) };
    },

    'GET /api/campaigns/{id}/replies': async ({ tx, caller, params, query }) => {
      const key = { user_id: caller.user.id, campaign_id: params.id };
      if (!(await hasCampaign(tx, key))) throw notFound('Campaign not found');
      const slice = pageSlice(query);
      const { replies, total } = await listReplies(tx, { ...key, stop: query.stop, slice });
      return { replies, pagination: paginationOf(slice, total) };
    },

    'PUT /api/replies/{id}': async ({ tx, afterCommit, caller, params, body: { is_stop, is_automatic } }) => {
      const key = { user_id: caller.user.id, id: params.id };
      const reply = await findReply(tx, key);
      if (!reply) throw notFound('Reply not found');
      if (is_automatic !== undefined) await takeReplyFor({ tx, afterCommit, deps }, { ...key, is_automatic });
      else if (is_stop !== undefined) {
        const isStop = reply.stop === 'sure' || reply.stop === 'owner_yes';
        if (isStop && !is_stop && reply.do_not_contact) throw conflict(TAKE_OFF_FIRST);
        if (!isStop || !is_stop || !reply.do_not_contact)
          await decideStop(tx, { ...key, is_stop, now: clock.now() });
      }
      const decided = await findReply(tx, key);
      if (!decided) throw notFound('Reply not found');
      return { reply: decided };
    },

    'GET /api/settings/replies': async ({ tx, caller }) => ({
      settings: await getRepliesSettings(tx, caller.user.id),
      reads_replies: await canReadReplies(tx, caller.user.id),
    }),

    'PUT /api/settings/replies': async ({ tx, caller, body }) => {
      const user_id = caller.user.id;
      await updateRepliesSettings(tx, user_id, body);
      return {
        settings: await getRepliesSettings(tx, user_id),
        reads_replies: await canReadReplies(tx, user_id),
      };
    },

    'POST /api/people/{name}/waive': async ({ tx, caller, params, body }) => {
      const name = nameForm(params.name, await getNameRules(tx, caller.user.id));
      await waiveBudget(tx, deps, { user_id: caller.user.id, name, reason: body.reason });
      return {};
    },
  };
}
