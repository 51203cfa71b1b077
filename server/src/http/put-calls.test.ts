import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import type * as z from 'zod';
import { atTheSameMoment } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { startTestApp } from '../testing/test-app.ts';

const NOTHING = 'Nothing to change: name at least one field';

type Table = Parameters<typeof atTheSameMoment>[1]['table'];
type Fields = Record<string, unknown>;

/** A row that can be changed field by field. */
interface Thing {
  table: Table;
  change: (part: Fields) => Promise<unknown>;
  read: () => Promise<Fields>;
  /** Two changes without a field in common. */
  one: Fields;
  other: Fields;
}

async function makeThings(t: TestContext) {
  const app = await startTestApp(t);
  const [user, ida, nils] = [await app.signUp(), await app.signUp({ role: 'admin' }), await app.signUp()];
  const { template } = await user.call('POST /api/templates', { body: { name: 'Raku', content: 'Hello' } });
  const { list } = await user.call('POST /api/lists', { body: { name: 'Club', description: 'In May' } });
  const path = { profile_name: 'kiln', profile_path: '/p/kiln', insta_username: 'kiln' };
  const { profile } = await user.call('POST /api/profiles', { body: path });
  const ticket = await user.call('POST /api/support', {
    body: { subject: 'Firefox', description: 'Closes' },
  });
  const account = async () =>
    (await ida.call('GET /api/users', { query: { search: String(nils.id) } })).users.find(
      ({ id }) => id === nils.id,
    ) ?? {};
  const settings = async () => ({ ...(await user.call('GET /api/settings')).settings });
  const saveSettings = (body: Fields) => user.call('PUT /api/settings', { body });
  const things: Record<string, Thing> = {
    template: {
      table: 'templates',
      change: (body) => user.call('PUT /api/templates/{id}', { params: { id: template.id }, body }),
      read: async () => ({ ...(await user.call('GET /api/templates')).templates[0] }),
      one: { name: 'Raku night' },
      other: { content: 'The kiln is hot.' },
    },
    list: {
      table: 'lists',
      change: (body) => user.call('PUT /api/lists/{id}', { params: { id: list.id }, body }),
      read: async () => ({ ...(await user.call('GET /api/lists/{id}', { params: { id: list.id } })).list }),
      one: { name: 'Kiln club' },
      other: { description: 'Asked in June' },
    },
    profile: {
      table: 'profiles',
      change: (body) => user.call('PUT /api/profiles/{id}', { params: { id: profile.id }, body }),
      read: async () => ({ ...(await user.call('GET /api/profiles')).profiles[0] }),
      one: { profile_path: '/p/moved' },
      other: { profile_name: 'kiln.house', insta_username: 'kiln.house' },
    },
    user: {
      table: 'users',
      change: (body) => ida.call('PUT /api/users/{id}', { params: { id: nils.id }, body }),
      read: async () => ({ ...(await account()) }),
      one: { username: 'nils.oak', pack: 'pro' },
      other: { is_active: false, subscription_end_date: '2030-01-01T00:00:00.000Z' },
    },
    ticket: {
      table: 'tickets',
      change: (body) => ida.call('PUT /api/support/{id}', { params: { id: ticket.id }, body }),
      read: async () => ({
        ...(await ida.call('GET /api/support/{id}', { params: { id: ticket.id } })).ticket,
      }),
      one: { status: 'in_progress' },
      other: { priority: 'urgent', assigned_to: ida.id },
    },
    pace: {
      table: 'settings',
      change: saveSettings,
      read: settings,
      one: { max_retries: 7, delay_start: 360 },
      other: { delay_end: 470 },
    },
    'other settings': {
      table: 'settings',
      change: saveSettings,
      read: settings,
      one: { never_twice_days: 90 },
      other: { names: 'address' },
    },
  };
  return { app, things: Object.entries(things) };
}

test('two simultaneous changes of different fields both stay, and so do all other fields', async (t) => {
  const { app, things } = await makeThings(t);
  for (const [name, { table, change, read, one, other }] of things)
    await t.test(name, async () => {
      const before = await read();
      const outcomes = await atTheSameMoment(app.database, {
        table,
        calls: [() => change(one), () => change(other)],
      });
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled'],
      );
      const { assigned_to_name: _, ...after } = await read();
      const { assigned_to_name: __, ...wanted } = { ...before, ...one, ...other };
      assert.deepEqual(after, wanted);
    });
});

test('a body without a known field is refused and changes nothing', async (t) => {
  const { things } = await makeThings(t);
  for (const [name, { change, read }] of things)
    await t.test(name, async () => {
      const before = await read();
      for (const body of [{}, { colour: 'green' }]) {
        const error = await refusal(change(body));
        assert.deepEqual([error.status, error.message], [400, NOTHING]);
      }
      assert.deepEqual(await read(), before);
    });
});

test('every PUT of the contract that takes a body refuses an empty one', () => {
  const bodies = Object.entries<CallDefinition>(calls)
    .filter(([name]) => name.startsWith('PUT '))
    .flatMap(([name, { body }]) => (body ? [[name, body] as [string, z.ZodType]] : []));
  assert.ok(bodies.length > 6);
  for (const [name, body] of bodies) assert.equal(body.safeParse({}).success, false, name);
});
