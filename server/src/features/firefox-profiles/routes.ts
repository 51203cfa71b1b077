import type { firefoxProfileCalls } from '@pigeonpost/contract/calls/firefox-profiles';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { AfterCommit } from '../../database/transactions.ts';
import type { Deps } from '../../deps.ts';
import { notFound, tooMany } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { pageSlice, paginationOf } from '../../http/paging.ts';
import { findAgentWithFolder, hasAgent } from '../agents/queries.ts';
import {
  cleanUpRequests,
  countRequests,
  insertRequests,
  listOpenRequests,
  listRequests,
  type NewRequest,
} from '../requests/queries.ts';
import { checkDeletable, checkFolder, checkFree, type Folder } from './folder-rules.ts';

const FIREFOX_KINDS = ['list', 'create', 'delete', 'test'] as const;

// More than a person presses within the minute that a request waits; a script may ask without end.
const MOST_OPEN = 50;
const TOO_MANY_OPEN = `${MOST_OPEN} Firefox requests wait for your agent already. Try again when it has answered some of them.`;
const RETRY_SECONDS = 60;

type Queued = { success: true; request_id: number };

/** Requests to the Firefox of a machine, through the queue for agents (docs/behaviour.md#firefox-profiles). */
export function firefoxProfileRoutes({ clock, nudges }: Deps): Routes<typeof firefoxProfileCalls> {
  const queue = async (
    { tx, afterCommit, user_id }: { tx: Tx; afterCommit: AfterCommit; user_id: number },
    request: NewRequest,
  ): Promise<Queued> => {
    const now = clock.now();
    // Two simultaneous calls would both find room.
    await lockUser(tx, user_id);
    // Lists are large and have no cleanup call of their own.
    await cleanUpRequests(tx, { user_id, kinds: FIREFOX_KINDS, now });
    const { open } = await countRequests(tx, { user_id, kinds: FIREFOX_KINDS });
    if (open >= MOST_OPEN) throw tooMany(TOO_MANY_OPEN, RETRY_SECONDS);
    const [added] = await insertRequests(tx, { user_id, requests: [request], now });
    if (!added) throw new Error(`A request to ${request.kind} was not added.`);
    nudges.nudge({ tx, afterCommit }, user_id);
    return { success: true, request_id: added.id };
  };
  return {
    'GET /api/firefox-profiles': {
      async writes({ tx, afterCommit, caller, query }) {
        const user_id = caller.user.id;
        const agent_id = await requireAgent(tx, { user_id, agent_id: query.agent_id });
        // Two screens that ask at once get one request.
        await lockUser(tx, user_id);
        const underWay = await listOpenRequests(tx, { user_id, kinds: ['list'] });
        const same = underWay.find((request) => agent_id === null || request.agent_id === agent_id);
        if (same) return { success: true, request_id: same.id };
        return queue(
          { tx, afterCommit, user_id },
          { kind: 'list', agent_id, profile_path: null, payload: {} },
        );
      },
    },

    'GET /api/firefox-profiles/requests': async ({ tx, caller, query }) => {
      const asked = { user_id: caller.user.id, kinds: FIREFOX_KINDS };
      const slice = pageSlice(query);
      const { total } = await countRequests(tx, asked);
      return {
        success: true,
        requests: await listRequests(tx, { ...asked, slice }),
        pagination: paginationOf(slice, total),
      };
    },

    'POST /api/firefox-profiles': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const agent_id = await requireAgent(tx, { user_id, agent_id: body.agent_id });
      const { profile_name } = body;
      return queue(
        { tx, afterCommit, user_id },
        { kind: 'create', agent_id, profile_path: null, payload: { profile_name } },
      );
    },

    'POST /api/firefox-profiles/test': async ({ tx, afterCommit, caller, body }) => {
      const user_id = caller.user.id;
      const folder = await findFolder(tx, { user_id, ...body });
      await lockUser(tx, user_id);
      await checkFree(tx, { user_id, folder });
      return queue({ tx, afterCommit, user_id }, toRequest('test', folder));
    },

    'DELETE /api/firefox-profiles/{profile_path}': async ({ tx, afterCommit, caller, params, query }) => {
      const user_id = caller.user.id;
      const folder = await findFolder(tx, { user_id, ...params, ...query });
      // A profile with this folder may be added at the same moment.
      await lockUser(tx, user_id);
      await checkDeletable(tx, { user_id, folder });
      await checkFree(tx, { user_id, folder });
      return queue({ tx, afterCommit, user_id }, toRequest('delete', folder));
    },
  };
}

interface Asked {
  user_id: number;
  agent_id?: number | null | undefined;
}

/** The named machine; null: any. */
async function requireAgent(tx: Tx, { user_id, agent_id }: Asked): Promise<number | null> {
  if (typeof agent_id === 'number' && !(await hasAgent(tx, { user_id, agent_id })))
    throw notFound('Agent not found');
  return agent_id ?? null;
}

async function findFolder(tx: Tx, asked: Asked & { profile_path: string }): Promise<Folder> {
  const { user_id, profile_path } = asked;
  const named = await requireAgent(tx, asked);
  const folder = {
    profile_path,
    agent_id: named ?? (await findAgentWithFolder(tx, { user_id, profile_path })),
  };
  await checkFolder(tx, { user_id, folder });
  return folder;
}

function toRequest(kind: 'test' | 'delete', { profile_path, agent_id }: Folder): NewRequest {
  return { kind, agent_id, profile_path, payload: { profile_path } };
}
