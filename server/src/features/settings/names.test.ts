import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NAMES_HELD } from '@pigeonpost/contract/account/settings';
import { type SignedUp, startTestApp } from '../../testing/test-app.ts';

const PACE = { max_retries: 3, delay_start: 350, delay_end: 450 };
const ADDRESSES = { body: { ...PACE, names: 'address' } } as const;

test('with addresses chosen, every input accepts them, and the errors use the word', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
  await call('POST /api/recipients', { body: { list_id: list.id, recipient: 'old.name' } });
  const refused = { body: { list_id: list.id, recipient: 'anna@club.example' } };
  await assert.rejects(call('POST /api/recipients', refused), { status: 400 });

  assert.equal((await call('PUT /api/settings', ADDRESSES)).settings.names, 'address');
  const { recipient } = await call('POST /api/recipients', {
    body: { list_id: list.id, recipient: ' Anna@Club.example ' },
  });
  assert.equal(recipient.recipient, 'anna@club.example');
  await call('POST /api/do-not-contact', { body: { recipient: 'Bo@club.example' } });
  const many = await call('POST /api/do-not-contact/bulk', {
    body: { recipients: ['d\\20e@club.example', 'two words'] },
  });
  assert.deepEqual([many.added, many.errors[0]?.reason], [1, 'has a space']);
  const lines = [
    'ANNA@club.example',
    'bo@club.example',
    'd\\20e@club.example',
    'f\\20g@club.example',
    'jørgen',
  ];
  const imported = { body: { list_id: list.id, recipients: [...lines, 'x'.repeat(256)] } };
  const report = { added: 2, already_there: 1, blocked: 2, blocked_lines: [2, 3], duplicates: 0, invalid: 1 };
  for (const path of ['POST /api/recipients/bulk/check', 'POST /api/recipients/bulk'] as const) {
    const { errors, ...counts } = await call(path, imported);
    assert.deepEqual(counts, report);
    assert.equal(errors[0]?.reason, 'is longer than 255 characters');
  }
  const { recipients } = await call('GET /api/lists/{id}/recipients', { params: { id: list.id }, query: {} });
  assert.deepEqual(
    new Set(recipients.map((one) => one.recipient)),
    new Set(['old.name', 'anna@club.example', 'f\\20g@club.example', 'jørgen']),
  );
  // After the change back, addresses in a list can still be put on do-not-contact.
  await call('PUT /api/settings', { body: { ...PACE, names: 'instagram' } });
  await call('POST /api/do-not-contact', { body: { recipient: 'anna@club.example' } });
  const stranger = call('POST /api/do-not-contact', { body: { recipient: 'zoe@club.example' } });
  await assert.rejects(stranger, { status: 400 });
  await call('PUT /api/settings', ADDRESSES);
  const empty = call('POST /api/recipients', { body: { list_id: list.id, recipient: ' ' } });
  await assert.rejects(empty, { status: 400, message: 'Address is required' });
});

test('an address cannot begin with @, because normalizing it again would give another one', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
  await call('PUT /api/settings', ADDRESSES);
  const twice = { list_id: list.id, recipient: '@@anna@club.example' };
  await assert.rejects(call('POST /api/recipients', { body: twice }), {
    status: 400,
    message: '"@anna@club.example" begins with more than one @',
  });
  const body = { list_id: list.id, recipients: ['@@anna', '@bo'] };
  const { added, errors } = await call('POST /api/recipients/bulk', { body });
  assert.deepEqual(
    [added, errors],
    [1, [{ line: 1, value: '@@anna', reason: 'begins with more than one @' }]],
  );
  await assert.rejects(call('POST /api/do-not-contact', { body: { recipient: '@@anna' } }), { status: 400 });
});

test('a too long name is refused with its beginning', async (t) => {
  const { call } = await (await startTestApp(t)).signUp();
  const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
  const recipient = 'x'.repeat(1001);
  const refused = { status: 400, message: `"${'x'.repeat(60)}…" is longer than 30 characters` };
  await assert.rejects(call('POST /api/recipients', { body: { list_id: list.id, recipient } }), refused);
  await assert.rejects(call('POST /api/do-not-contact', { body: { recipient } }), refused);
});

test('the kind of names stays while a campaign is unfinished, and other settings can be saved', async (t) => {
  const user = await (await startTestApp(t)).signUp();
  const { call } = user;
  const id = await makeCampaign(user);
  await assert.rejects(call('PUT /api/settings', ADDRESSES), { status: 409, message: NAMES_HELD });
  const same = { body: { ...PACE, max_retries: 5, names: 'instagram' } } as const;
  assert.equal((await call('PUT /api/settings', same)).settings.max_retries, 5);
  await call('DELETE /api/campaigns/{id}', { params: { id } });
  assert.equal((await call('PUT /api/settings', ADDRESSES)).settings.names, 'address');
});

async function makeCampaign({ call }: SignedUp): Promise<number> {
  const { list } = await call('POST /api/lists', { body: { name: 'Club' } });
  await call('POST /api/recipients', { body: { list_id: list.id, recipient: 'anna' } });
  const { template } = await call('POST /api/templates', { body: { name: 'Hello', content: 'Hi' } });
  const body = { profile_path: '/profiles/shop', profile_name: 'shop' };
  const { profile } = await call('POST /api/profiles', { body });
  const parts = { message_template_id: template.id, list_id: list.id, profiles_used: [profile.id] };
  return (await call('POST /api/campaigns', { body: { name: 'Spring', ...parts } })).campaign.id;
}
