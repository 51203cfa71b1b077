import type { notificationCalls } from '@pigeonpost/contract/calls/notifications';
import { CONFIRM_FIRST, NOTIFICATIONS_SHOWN } from '@pigeonpost/contract/notifications/kinds';
import type { Deps } from '../../deps.ts';
import { conflict, tooMany } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { listLastMails } from '../mail/queries.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findShown } from './find-shown.ts';
import { countUnread, findChoices, markRead, putChoices } from './queries.ts';

const HOUR_MS = 3_600_000;
const TESTS_AN_HOUR = 5;
const TOO_MANY_TESTS = `${TESTS_AN_HOUR} tests an hour are the most. Please try again later.`;

/** What a user is told of, and where (docs/behaviour.md#notifications). */
export function notificationRoutes(deps: Deps): Routes<typeof notificationCalls> {
  const { clock } = deps;
  return {
    'GET /api/notifications': {
      // An administrator is told of other users' tickets, and whether they still wait is asked here.
      async acrossUsersForAdmins({ tx, caller: { user } }) {
        const { choices } = await findChoices(tx, user);
        const kinds = choices.flatMap(({ kind, in_app }) => (in_app ? [kind] : []));
        return {
          notifications: await findShown(tx, { user, kinds, limit: NOTIFICATIONS_SHOWN }, deps),
          unread: await countUnread(tx, { user_id: user.id, kinds }),
        };
      },
    },

    'POST /api/notifications/read': async ({ tx, afterCommit, caller, body: { ids } }) => {
      const user_id = caller.user.id;
      // The other windows of the user show the same bell.
      if ((await markRead(tx, { user_id, ids, now: clock.now() })) > 0)
        afterCommit(() => deps.publish(user_id, 'notification'));
      return {};
    },

    'POST /api/notifications/test': async ({ tx, caller: { user } }) => {
      const now = clock.now();
      const since = new Date(now.getTime() - HOUR_MS);
      const last = await listLastMails(tx, { kind: 'test', user_id: user.id, since, limit: TESTS_AN_HOUR });
      const oldest = last[TESTS_AN_HOUR - 1];
      if (oldest !== undefined)
        throw tooMany(TOO_MANY_TESTS, Math.ceil((Date.parse(oldest) - since.getTime()) / 1000));
      const values = { username: user.username };
      if ((await queueMail(deps, tx, { user_id: user.id, kind: 'test', values })) === undefined)
        throw conflict(CONFIRM_FIRST);
      return {};
    },

    'GET /api/notifications/choices': async ({ tx, caller }) => findChoices(tx, caller.user),

    'PUT /api/notifications/choices': async ({ tx, afterCommit, caller: { user }, body }) => {
      const { choices } = await findChoices(tx, user);
      const known = choices.map(({ kind }) => kind);
      const chosen = body.choices?.filter(({ kind }) => known.includes(kind)) ?? [];
      await putChoices(tx, { user_id: user.id, choices: chosen, collect: body.collect });
      afterCommit(() => deps.publish(user.id, 'notification'));
      return findChoices(tx, user);
    },
  };
}
