import type { accountCalls } from '@pigeonpost/contract/calls/account';
import { originOf } from '../../access/caller.ts';
import type { Deps } from '../../deps.ts';
import { conflict } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { checkOwnPassword, wrongOwnPassword } from '../auth/sign-in.ts';
import { askToConfirm, confirmAddress, dropWaiting, removeAddress } from './change-address.ts';
import { findEmailAddress } from './queries.ts';

const NO_MAIL = 'This server sends no mail.';
const NEEDED = 'Type your current password to change the address';

/** One's own e-mail address (docs/behaviour.md#e-mail-address). */
export function emailAddressRoutes(deps: Deps): Routes<typeof accountCalls> {
  const has_mail = deps.mail.isConfigured;
  return {
    'GET /api/account/email': async ({ tx, caller }) => ({
      has_mail,
      ...(await findEmailAddress(tx, caller.user.id)),
    }),

    'PUT /api/account/email': {
      // The password's hash takes a while, so no transaction is held meanwhile.
      async ownTransactions({ caller, body, request }) {
        if (!has_mail) throw conflict(NO_MAIL);
        const { user } = caller;
        const { email, current_password } = body;
        const who = { ...originOf(request), user };
        const find = () => deps.readAsUser(user.id, (tx) => findEmailAddress(tx, user.id));
        const { address, waiting } = await find();
        if (email === address && !waiting) return { has_mail, address, waiting };
        if (email !== null && email === waiting?.address) await askToConfirm(deps, who, email);
        else if (email !== null && email === address) await dropWaiting(deps, user.id);
        else {
          if (current_password === undefined) throw wrongOwnPassword(NEEDED);
          await checkOwnPassword(deps, { ...who, action: 'email_change' }, current_password);
          if (email === null) await removeAddress(deps, who);
          else await askToConfirm(deps, who, email);
        }
        return { has_mail, ...(await find()) };
      },
    },

    'POST /api/auth/confirm-email': {
      async ownTransactions({ body, request }) {
        return confirmAddress(deps, { token: body.token, origin: originOf(request) });
      },
    },
  };
}
