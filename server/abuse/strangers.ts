import type { Access } from '@pigeonpost/contract/call';
import { SUBSCRIPTION_EXPIRED } from '@pigeonpost/contract/errors';
import { enrolMachine } from '../src/testing/machine.ts';
import type { SignedUp } from '../src/testing/test-app.ts';
import type { Stage } from './stage.ts';

/** The refusal of a call before its input is read. */
interface Refusal {
  status: number;
  error: string;
}

/** A caller with a token, or none, and the kind of that token. */
export interface Stranger {
  who: string;
  token?: string | undefined;
  opens: keyof typeof REFUSALS;
}

const LOG_IN: Refusal = { status: 401, error: 'Please log in.' };
const EXPIRED: Refusal = { status: 403, error: SUBSCRIPTION_EXPIRED };
const ADMINS_ONLY: Refusal = { status: 403, error: 'Only an administrator may do this.' };
const NO_AGENT: Refusal = { status: 403, error: 'An agent may not do this.' };

/** The refusal of each kind of call, by the kind of the token; a kind that is not listed is admitted. */
const REFUSALS = {
  nothing: { user: LOG_IN, subscriber: LOG_IN, admin: LOG_IN, agent: LOG_IN },
  'what an expired subscription leaves': { subscriber: EXPIRED, admin: ADMINS_ONLY },
  "a user's calls": { admin: ADMINS_ONLY },
  "an administrator's calls": {},
  "an agent's calls": { user: NO_AGENT, subscriber: NO_AGENT, admin: NO_AGENT },
} satisfies Record<string, Partial<Record<Access, Refusal>>>;

/** The refusal of a call for a stranger, by the contract's access; undefined if it is admitted. */
export function refusalOf(access: Access, { opens }: Stranger): Refusal | undefined {
  return (REFUSALS[opens] as Partial<Record<Access, Refusal>>)[access];
}

/** Every caller who is not the victim. Tokens ended through the product's own calls. */
export async function createStrangers(stage: Stage): Promise<Stranger[]> {
  const { app, attacker, admin } = stage;
  const change = (user: SignedUp, to: { role?: 'user'; is_active?: boolean }) =>
    admin.call('PUT /api/users/{id}', {
      params: { id: user.id },
      body: { username: user.username, role: 'user', pack: 'pro', is_active: true, ...to },
    });

  const signedOut = await app.signUp();
  await signedOut.call('POST /api/auth/logout');
  const timedOut = await app.signUp();
  await app.database.pool.query('update sessions set expires_at = $2 where user_id = $1', [
    timedOut.id,
    app.clock.now(),
  ]);
  const disabled = await app.signUp();
  const agentOfDisabled = await enrolMachine(app, disabled);
  await change(disabled, { is_active: false });
  const deleted = await app.signUp();
  await admin.call('DELETE /api/users/{id}', { params: { id: deleted.id } });
  const withNewPassword = await app.signUp();
  await admin.call('PUT /api/users/{id}/password', {
    params: { id: withNewPassword.id },
    body: { new_password: 'Gentle-otter-vineyard-42' },
  });
  const formerAdmin = await app.signUp({ role: 'admin' });
  await formerAdmin.call('GET /api/users');
  await change(formerAdmin, { role: 'user' });
  const expired = await app.signUp({ subscriptionDays: -1 });
  const removing = await app.signUp();
  const removedAgent = await enrolMachine(app, removing);
  await removing.call('DELETE /api/agents/{id}', { params: { id: removedAgent.agent_id } });
  // A factory's user has no password, but these need one.
  await app.database.pool.query(
    `update users set password_hash = (select password_hash from users where id = $1) where password_hash = 'none'`,
    [attacker.id],
  );
  await stage.keep();

  const nothing: [string, string | undefined][] = [
    ['nobody', undefined],
    ['a token that never was', `pp_${'x'.repeat(43)}`],
    ['somebody who signed out', signedOut.token],
    ['somebody whose session ran out', timedOut.token],
    ['a disabled user', disabled.token],
    ['the agent of a disabled user', agentOfDisabled.token],
    ['a deleted user', deleted.token],
    ['somebody whose password was changed', withNewPassword.token],
    ['a removed agent', removedAgent.token],
  ];
  return [
    ...nothing.map(([who, token]): Stranger => ({ who, token, opens: 'nothing' })),
    { who: 'an expired user', token: expired.token, opens: 'what an expired subscription leaves' },
    { who: 'a former administrator', token: formerAdmin.token, opens: "a user's calls" },
    { who: 'another user', token: attacker.user.token, opens: "a user's calls" },
    { who: "another user's agent", token: attacker.agent.token, opens: "an agent's calls" },
    { who: 'an administrator', token: admin.token, opens: "an administrator's calls" },
  ];
}
