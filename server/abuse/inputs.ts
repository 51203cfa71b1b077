import { isDeepStrictEqual } from 'node:util';
import type { calls } from '@pigeonpost/contract/calls';
import { whereOf } from '@pigeonpost/contract/people/conditions';
import { PLACES, type TriedCall } from './every-call.ts';
import { type Belongings, exampleOf, type Input, pathOf } from './example.ts';

type Name = keyof typeof calls;
type Fields = Record<string, unknown>;

const NEW_PASSWORD = 'Gentle-otter-vineyard-42';
const settings = {
  max_retries: 3,
  delay_start: 60,
  delay_end: 90,
  never_twice_days: null,
  hours: [{ day: 1, from: '00:00', to: '24:00' }],
  quiet_dates: [{ from: '2020-01-01', to: '2020-01-02' }],
};

/** Two lists of the owner; a stranger tries all the rest as well. */
const setOf = (id: number) => ({
  kind: 'merge',
  list_ids: [id, id + 1],
  search: undefined,
  status: undefined,
  where: undefined,
  ids: undefined,
  parts: undefined,
  field_id: undefined,
  tag_id: undefined,
  into: undefined,
});

const NO_TIMES = { start_at: undefined, hours: undefined, not_after: undefined };

/**
 * The owner's input for calls that do not succeed with the first of every kind: laid over the schema's example.
 * Undefined fields are left out by the owner, but strangers still try them.
 */
const INPUTS: Partial<Record<Name, (things: Belongings) => Input>> = {
  'POST /api/auth/register': ({ name }) => ({
    body: { username: `${name}_new`, password: NEW_PASSWORD, time_zone: 'Europe/Berlin' },
  }),
  'POST /api/auth/login': ({ password }) => ({ body: { password, time_zone: 'Europe/Berlin' } }),
  'PUT /api/auth/profile': () => ({ body: { time_zone: 'Europe/Berlin' } }),
  'PUT /api/auth/password': ({ password }) => ({
    body: { current_password: password, new_password: NEW_PASSWORD },
  }),
  'PUT /api/account/email': ({ password }) => ({
    body: { email: 'new@example.com', current_password: password },
  }),
  'POST /api/auth/confirm-email': ({ secrets }) => ({ body: { token: secrets.confirm_token } }),
  'POST /api/auth/reset-password/check': ({ secrets }) => ({ body: { token: secrets.reset_token } }),
  'POST /api/auth/reset-password': ({ secrets }) => ({
    body: { token: secrets.reset_token, new_password: NEW_PASSWORD },
  }),
  'PUT /api/replies/{id}': () => ({ body: { is_automatic: false } }),
  'PUT /api/settings': () => ({ body: settings }),
  'PUT /api/notifications/choices': () => ({
    body: { choices: [{ kind: 'wishes', in_app: false, by_mail: false }], collect: 'daily' },
  }),
  'PUT /api/campaigns/{id}/plan': () => ({ body: { account: { cap_day: 60 }, campaign: { cap_day: 30 } } }),
  // As it is: a campaign is running, so any other is a 409.
  'PUT /api/site': () => ({ body: { site: null } }),
  'DELETE /api/templates/{id}': ({ id }) => ({ params: { id: id + 1 } }),
  'DELETE /api/lists/{id}': ({ id }) => ({ params: { id: id + 2 } }),
  'POST /api/lists/from/check': ({ id }) => ({ body: setOf(id) }),
  'POST /api/lists/from': ({ id, name }) => ({ body: { ...setOf(id), name: `${name} both` } }),
  'GET /api/lists/{id}/recipients': ({ id }) => ({
    query: { fields: `${id}`, where: whereOf([{ kind: 'field', id, test: 'filled' }]), view: undefined },
  }),
  'GET /api/lists/{id}/recipients/export': ({ id }) => ({
    query: { where: whereOf([{ kind: 'field', id, test: 'filled' }]), view: undefined },
  }),
  'POST /api/lists/{id}/recipients/bulk': ({ id }) => ({
    body: {
      ids: [id],
      status: undefined,
      search: undefined,
      where: undefined,
      after_id: undefined,
      continue_after: undefined,
      tag_id: undefined,
      field_id: undefined,
      value: undefined,
    },
  }),
  'POST /api/recipients': ({ name }) => ({ body: { recipient: `${name}_new` } }),
  'POST /api/recipients/import': ({ id, name }) => ({
    body: { columns: [{ field: id }], rows: [[`${name}_new`, name]] },
  }),
  'POST /api/people/{name}/sources': ({ name }) => ({
    params: { name: `${name}.imported` },
    body: { text: name, stated_on: '2026-01-01' },
  }),
  'DELETE /api/people/{name}/sources/{id}': ({ name, id }) => ({
    params: { name: `${name}.imported`, id },
    body: { reason: name },
  }),
  'POST /api/people/{name}/erase': ({ name }) => ({
    params: { name: `${name}.never` },
    body: { confirm: `${name}.never` },
  }),
  'DELETE /api/people/{name}/notes/{id}': ({ name, id }) => ({ params: { name: `${name}.imported`, id } }),
  'POST /api/views': ({ id, name }) => ({
    body: { name: `${name}_new`, conditions: [{ kind: 'tag', id, test: 'is_not' }] },
  }),
  'PUT /api/views/{id}': ({ id }) => ({ body: { conditions: [{ kind: 'tag', id, test: 'is' }] } }),
  'POST /api/people/{name}/waive': ({ name }) => ({ params: { name: `${name}.imported` } }),
  'POST /api/tags': ({ name }) => ({ body: { name: `${name}_new` } }),
  'POST /api/fields': ({ name }) => ({ body: { name: `${name}_new` } }),
  'POST /api/profiles': ({ name }) => ({ body: { profile_path: `${pathOf(name)}-new` } }),
  'DELETE /api/profiles/{id}': ({ id }) => ({ params: { id: id + 6 } }),
  'DELETE /api/firefox-profiles/{profile_path}': ({ name }) => ({
    params: { profile_path: `${pathOf(name)}-bare` },
  }),
  'GET /api/unread-checker/requests/{id}': ({ id }) => ({ params: { id: id + 1 } }),
  'POST /api/unread-checker/requests': ({ id }) => ({ body: { profileIds: [id + 6] } }),
  'POST /api/campaigns': ({ id }) => ({
    body: {
      list_id: id + 2,
      profiles_used: [id + 6],
      retry_of: id + 2,
      rest_of: undefined,
      draft: undefined,
      ...NO_TIMES,
    },
  }),
  // None of its campaigns is a follow-up.
  'POST /api/campaigns/plan': ({ id }) => ({
    body: { ...NO_TIMES, leave_out: { lists: [id + 1] }, follow_up_id: undefined },
  }),
  'PUT /api/campaigns/{id}': ({ id }) => ({
    params: { id: id + 1 },
    body: { list_id: id + 1, profiles_used: [id + 4], ...NO_TIMES },
  }),
  'POST /api/campaigns/{id}/start': ({ id }) => ({ params: { id: id + 1 } }),
  'PUT /api/campaigns/{id}/schedule': ({ id }) => ({ params: { id: id + 1 }, body: { start_at: null } }),
  'PUT /api/campaigns/{id}/status': () => ({ body: { status: 'paused' } }),
  'POST /api/campaigns/{id}/recipients/settle': ({ id }) => ({
    body: { outcome: 'sent', recipient_ids: [id + 3] },
  }),
  'GET /api/people/{name}/events': () => ({ query: { before: undefined } }),
  'GET /api/lists/{id}/planned': ({ id }) => ({
    query: { after: undefined, leave_out: JSON.stringify({ lists: [id + 1] }) },
  }),
  'POST /api/campaigns/{id}/follow-up': () => ({ body: { days: 1 } }),
  'POST /api/campaigns/{id}/give-to-others': ({ id }) => ({ body: { profile_id: id + 6 } }),
  'POST /api/campaigns/{id}/recipients/take-out': ({ id }) => ({ body: { recipient_ids: [id + 6] } }),
  'POST /api/campaigns/{id}/recipients/put-back': ({ id }) => ({ body: { recipient_ids: [id + 7] } }),
  'POST /api/tests': ({ id, name }) => ({
    body: { profile_id: id + 6, recipient: `${name}_self`, text: undefined },
  }),
  'POST /api/agent/pairings/token': ({ secrets }) => ({ body: { device_code: secrets.device_code } }),
  'DELETE /api/agents/pairings/{user_code}': ({ user_code }) => ({ params: { user_code } }),
  'GET /api/agents/pairings/{user_code}': ({ user_code }) => ({ params: { user_code } }),
  'POST /api/agents/pairings/{user_code}/approve': ({ user_code }) => ({ params: { user_code } }),
  'POST /api/agents/pairings/{user_code}/refuse': ({ user_code }) => ({ params: { user_code } }),
  'POST /api/users': ({ name }) => ({ body: { username: `${name}_new`, password: NEW_PASSWORD } }),
  'PUT /api/users/{id}': () => ({ body: { role: 'user', pack: 'pro', is_active: true } }),
  'PUT /api/users/{id}/password': () => ({ body: { new_password: NEW_PASSWORD } }),
  'PUT /api/support/{id}': () => ({ body: { status: 'open', assigned_to: undefined } }),
  'POST /api/agent/work': () => ({
    body: { capacity: 1, wait_seconds: 0, mark: undefined, grants: undefined },
  }),
  'POST /api/agent/merged': () => ({ body: { epoch: 1 } }),
  'POST /api/agent/deliveries/{token}/begin': ({ held_token, name }) => ({
    params: { token: held_token },
    body: { replies: [{ person: name, at: '2026-09-12T09:00:00Z', text: 'Hello' }] },
  }),
  'POST /api/agent/deliveries/{token}/release': ({ held_token }) => ({ params: { token: held_token } }),
  'POST /api/agent/deliveries/{token}/result': ({ id, server_id }) => ({
    body: { recipient_id: id + 1, server_id },
  }),
};

/** Calls that the owner of the first of every kind is refused, because of its state. */
export const REFUSED_TO_OWNERS: Partial<Record<Name, number>> = {
  // It has started; its message can only change before that.
  'PUT /api/campaigns/{id}/message': 409,
  // It was started without a countdown.
  'POST /api/campaigns/{id}/undo-start': 409,
  // Its messages are not a day old, and it is no follow-up.
  'POST /api/campaigns/{id}/follow-up': 409,
  'POST /api/campaigns/{id}/give-to-others': 409,
  // It has not ended, which archiving needs.
  'PUT /api/campaigns/archived': 409,
  'PUT /api/campaigns/{id}/archive': 409,
  // It was approved: only a waiting pairing can be refused, and those have no owner.
  'POST /api/agents/pairings/{user_code}/refuse': 409,
};

/** The owner's input of a call. */
export function ownInput(call: TriedCall, things: Belongings): Input {
  return layOver(exampleOf(call, things), INPUTS[call.name as Name]?.(things) ?? {}, { leaveOut: true });
}

/** A place in an input, as the keys that lead to it. */
type Position = (string | number)[];

/** Every place of a call that may name one user's row as another user's. */
export function positionsOf(call: TriedCall, one: Belongings, other: Belongings): Position[] {
  return differences(wholeInput(call, one), wholeInput(call, other));
}

/** One's own input with another user's value in one place; `beside` adds it to one's own, if that is a list. */
export function substituted(
  call: TriedCall,
  {
    own,
    foreign,
    at,
    beside = false,
  }: { own: Belongings; foreign: Belongings; at: Position; beside?: boolean },
): Input {
  const input = structuredClone(ownInput(call, own)) as Fields;
  const [mine, theirs] = [wholeInput(call, own), wholeInput(call, foreign)];
  let [here, donor, thief] = [input, mine as Fields, theirs as Fields];
  for (const key of at.slice(0, -1)) {
    here[key] ??= structuredClone(donor[key]);
    [here, donor, thief] = [here[key] as Fields, donor[key] as Fields, thief[key] as Fields];
  }
  const last = at.at(-1) ?? '';
  if (beside && Array.isArray(here)) here.push(thief[last]);
  else here[last] = thief[last];
  return input;
}

/** With the fields that the owner leaves out. */
function wholeInput(call: TriedCall, things: Belongings): Input {
  return layOver(exampleOf(call, things), INPUTS[call.name as Name]?.(things) ?? {}, { leaveOut: false });
}

function layOver(example: Input, over: Input, { leaveOut }: { leaveOut: boolean }): Input {
  const input: Input = {};
  for (const place of PLACES) {
    if (!example[place]) continue;
    const fields: Fields = { ...(example[place] as Fields) };
    for (const [key, value] of Object.entries((over[place] ?? {}) as Fields)) {
      if (value !== undefined) fields[key] = value;
      else if (leaveOut) delete fields[key];
    }
    input[place] = fields;
  }
  return input;
}

function differences(one: unknown, other: unknown, at: Position = []): Position[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return [at];
  return Object.keys(one).flatMap((key) =>
    differences((one as Fields)[key], (other as Fields)[key], [
      ...at,
      Array.isArray(one) ? Number(key) : key,
    ]),
  );
}
