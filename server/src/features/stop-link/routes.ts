import type { stopLinkCalls } from '@pigeonpost/contract/calls/stop-link';
import { getServerAddress } from '../../database/server-identity-queries.ts';
import type { Tx } from '../../database/transaction.ts';
import { readsRepliesAnywhere } from '../../engine/read-text.ts';
import type { Routes } from '../../http/handler.ts';
import { hasSources } from '../sources/queries.ts';
import { changePeopleSettings, getPeopleSettings, listWishes } from './queries.ts';

const WISHES_SHOWN = 100;

/** The owner's side of stop links (docs/behaviour.md#the-stop-link). */
export function stopLinkRoutes(): Routes<typeof stopLinkCalls> {
  return {
    'GET /api/settings/people': ({ tx, caller }) => describe(tx, caller.user.id),

    'PUT /api/settings/people': async ({ tx, caller, body }) => {
      await changePeopleSettings(tx, { ...body, user_id: caller.user.id });
      return describe(tx, caller.user.id);
    },

    'GET /api/erasure-wishes': ({ tx, caller }) =>
      listWishes(tx, { user_id: caller.user.id, limit: WISHES_SHOWN }),
  };
}

async function describe(tx: Tx, user_id: number) {
  const settings = await getPeopleSettings(tx, user_id);
  const { address, is_public } = await getServerAddress(tx);
  return {
    ...settings,
    has_sources: await hasSources(tx, user_id),
    stop_link: { address, is_public, reads_replies: await readsRepliesAnywhere(tx, user_id) },
  };
}
