import assert from 'node:assert/strict';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { recordReplies } from './record-replies.ts';

const HOUR = 3_600;
const OUT_OF_OFFICE = 'I am out of office until 12 January';

async function hears(world: World): Promise<number> {
  await world.agent.report({ reads_replies: true });
  return world.profile('one');
}

/** A campaign to ada that has started. */
async function started(world: World, profile: number, name: string): Promise<number> {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [profile], name });
  await world.start(campaign);
  return campaign;
}

/** A campaign that sent to ada, and the pause after it. */
async function messageAda(world: World, profile: number, name: string): Promise<number> {
  const campaign = await started(world, profile, name);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  return campaign;
}

/** The moment so many seconds ago. */
const ago = (world: World, seconds: number) =>
  new Date(world.app.clock.now().getTime() - seconds * 1000).toISOString();

function read(world: World, profile_id: number, replies: SeenReply[]) {
  const { deps } = world.app;
  const user_id = world.user.id;
  return deps.asUser(user_id, (tx, afterCommit) =>
    recordReplies({ tx, afterCommit, deps }, { user_id, profile_id, replies }),
  );
}

const rowsOf = async (world: World, query: string) => (await world.app.database.pool.query(query)).rows;
const setReplies = (world: World, change: string) =>
  world.app.database.pool.query(`update settings set ${change} where user_id = ${world.user.id}`);

async function next(world: World) {
  const [delivery] = await world.work();
  if (!delivery) throw new Error('Nobody is handed out.');
  return delivery;
}

const takeOffDoNotContact = (world: World) => world.app.database.pool.query('delete from do_not_contact');

const skipped = async (world: World, campaign: number) =>
  (await world.details(campaign)).logs
    .filter(({ action }) => action === 'skipped')
    .map(({ message }) => message);

engineTest('what begin tells is later than our last message, whatever its time says', async (world) => {
  const profile = await hears(world);
  await setReplies(world, 'quiet_days = 0');
  await messageAda(world, profile, 'First');
  await started(world, profile, 'Second');
  // The site says "1 h", which is longer ago than the message.
  const said = { person: 'ada', at: ago(world, 2 * HOUR), text: 'STOP' };
  const refused = await refusal(world.begin(await next(world), [said]));
  assert.deepEqual([refused.status, refused.code], [409, 'do_not_contact']);
  assert.deepEqual(await rowsOf(world, 'select how from do_not_contact'), [{ how: 'reply' }]);

  // The same one by a reading, whose time is the site's: known, and not from before.
  await takeOffDoNotContact(world);
  assert.deepEqual(await read(world, profile, [said]), { recorded: 0, others: 0, do_not_contact: [] });
});

engineTest('a time that the site tells roughly counts as the last moment that it can mean', async (world) => {
  const profile = await hears(world);
  const first = await messageAda(world, profile, 'First');
  const rough = { person: 'ada', at: ago(world, HOUR), precision_seconds: HOUR, text: 'Stop', site_id: 'm1' };
  assert.equal((await read(world, profile, [rough])).recorded, 1);
  assert.deepEqual(await rowsOf(world, 'select recipient, campaign_id from do_not_contact'), [
    { recipient: 'ada', campaign_id: first },
  ]);
  // A later reading tells it with another span, in which its time still lies, and more roughly.
  await takeOffDoNotContact(world);
  world.turn(20 * 60);
  const day = { ...rough, at: ago(world, 24 * HOUR), precision_seconds: 24 * HOUR };
  assert.deepEqual(await read(world, profile, [rough, day]), { recorded: 0, others: 0, do_not_contact: [] });
  // Nor does another message make it another reply, which it may be later than by this span.
  await setReplies(world, 'quiet_days = 0');
  await messageAda(world, profile, 'Second');
  const now = { ...rough, at: ago(world, 24 * HOUR), precision_seconds: 24 * HOUR };
  assert.deepEqual(await read(world, profile, [now]), { recorded: 0, others: 0, do_not_contact: [] });
  // Without a precision such a time is from before the message.
  const exact = { person: 'ada', at: ago(world, 24 * HOUR), text: 'Hello?' };
  assert.deepEqual(await read(world, profile, [exact]), { recorded: 0, others: 1, do_not_contact: [] });
});

engineTest('an earlier reply that is told later leaves the last one where it is', async (world) => {
  const profile = await hears(world);
  await messageAda(world, profile, 'First');
  world.turn(4 * HOUR);
  const last = ago(world, HOUR);
  const said = (at: string, site_id: string) => ({ person: 'ada', at, text: `No. ${site_id}`, site_id });
  assert.equal((await read(world, profile, [said(last, 'm2')])).recorded, 1);
  assert.equal((await read(world, profile, [said(ago(world, 3 * HOUR), 'm1')])).recorded, 1);
  const { lists } = await world.user.call('GET /api/lists');
  const { recipients } = await world.user.call('GET /api/lists/{id}/recipients', {
    params: { id: lists[0]?.id ?? 0 },
    query: { status: 'replied' },
  });
  assert.deepEqual(
    recipients.map(({ replied_at }) => replied_at),
    // A site that tells whole seconds means any moment of that second.
    [last.replace('.000Z', '.999Z')],
  );
});

engineTest('the same words after another message of ours are another wish', async (world) => {
  const profile = await hears(world);
  await setReplies(world, 'quiet_days = 0');
  await messageAda(world, profile, 'First');
  const stop = { person: 'ada', at: ago(world, 1), text: 'STOP' };
  assert.equal((await read(world, profile, [stop])).do_not_contact.length, 1);
  await takeOffDoNotContact(world);
  world.turn(PACE_SECONDS);
  await messageAda(world, profile, 'Second');
  const again = { ...stop, at: ago(world, 1) };
  const found = await read(world, profile, [stop, again]);
  assert.deepEqual([found.recorded, found.do_not_contact.length], [1, 1]);
  // Both are told again: nothing new. Nor is the same text to the same message.
  await takeOffDoNotContact(world);
  world.turn(60);
  const later = { ...stop, at: ago(world, 0) };
  assert.deepEqual(await read(world, profile, [stop, again, later]), {
    recorded: 0,
    others: 0,
    do_not_contact: [],
  });
  assert.deepEqual(await rowsOf(world, 'select total_replied from campaign_progress order by campaign_id'), [
    { total_replied: 1 },
    { total_replied: 1 },
  ]);
});

engineTest(
  'while it is undecided whether somebody asked for a stop, no campaign writes to them',
  async (world) => {
    const profile = await hears(world);
    await setReplies(world, 'quiet_days = 0');
    await messageAda(world, profile, 'First');
    await read(world, profile, [{ person: 'ada', at: ago(world, 1), text: 'No thanks, lose my number' }]);
    world.turn(3 * 24 * HOUR);
    const second = await started(world, profile, 'Second');
    assert.deepEqual(await world.work(), []);
    assert.deepEqual(await skipped(world, second), [
      'May have asked for no more messages: decide in Replies',
    ]);

    const { replies } = await world.user.call('GET /api/replies', { query: { stop: 'perhaps' } });
    assert.deepEqual(
      replies.map(({ recipient, stop, automatic }) => [recipient, stop, automatic]),
      [['ada', 'perhaps', 'no']],
    );
    const needs = async () => (await world.user.call('GET /api/dashboard/needs-you', {})).undecided_replies;
    assert.equal(await needs(), 1);
    const id = replies[0]?.id ?? 0;
    await world.user.call('PUT /api/replies/{id}', { params: { id }, body: { is_stop: false } });
    assert.equal(await needs(), 0);
    const third = await started(world, profile, 'Third');
    await world.result(await world.sending(), { outcome: 'sent' });
    assert.deepEqual(await skipped(world, third), []);
  },
);

engineTest(
  'a wish that comes while its person is handed out is seen before the message is begun',
  async (world) => {
    const profile = await hears(world);
    await setReplies(world, 'quiet_days = 0');
    await messageAda(world, profile, 'First');
    await read(world, profile, [{ person: 'ada', at: ago(world, 1), text: 'Yes please' }]);
    world.turn(60);
    await started(world, profile, 'Second');
    const ada = await next(world);
    await rowsOf(world, `update replies set stop = 'perhaps'`);
    const refused = await refusal(world.begin(ada, []));
    assert.deepEqual([refused.status, refused.code], [409, 'gone']);
  },
);

engineTest("a machine's answer counts for nothing, until its owner says otherwise", async (world) => {
  const profile = await hears(world);
  await setReplies(world, 'budget = 2, quiet_days = 5');
  const first = await messageAda(world, profile, 'First');
  const found = await read(world, profile, [{ person: 'ada', at: ago(world, 1), text: OUT_OF_OFFICE }]);
  assert.equal(found.recorded, 1);
  const figures = async () => {
    const [ledger] = await rowsOf(
      world,
      'select replied_at is not null as has, unreplied from message_ledger',
    );
    const { total_replied } = await world.details(first);
    const [days] = await rowsOf(world, 'select sum(replied)::int as sum from daily_performance');
    return [ledger.has, ledger.unreplied, total_replied, days.sum];
  };
  assert.deepEqual(await figures(), [false, 1, 0, 0]);
  assert.ok((await world.details(first)).logs.every(({ action }) => action !== 'replied'));
  const follow = await world.user.call('GET /api/campaigns/{id}/follow-up', {
    params: { id: first },
    query: { days: 1 },
  });
  assert.deepEqual([follow.answered, follow.later], [0, 1]);

  const [reply] = (await world.user.call('GET /api/replies', { query: {} })).replies;
  assert.equal(reply?.automatic, 'sure');
  const decide = (is_automatic: boolean) =>
    world.user.call('PUT /api/replies/{id}', { params: { id: reply?.id ?? 0 }, body: { is_automatic } });
  assert.equal((await decide(false)).reply.automatic, 'owner_no');
  assert.deepEqual(await figures(), [true, 0, 1, 1]);
  const second = await started(world, profile, 'Second');
  assert.deepEqual(await world.work(), []);
  assert.match((await skipped(world, second))[0] ?? '', /^Replied, on /);

  assert.equal((await decide(true)).reply.automatic, 'owner_yes');
  assert.equal((await decide(true)).reply.automatic, 'owner_yes');
  assert.deepEqual(await figures(), [false, 1, 0, 0]);
  const third = await messageAda(world, profile, 'Third');
  assert.deepEqual(await figures(), [false, 2, 0, 0]);
  const fourth = await started(world, profile, 'Fourth');
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await skipped(world, fourth), ['2 messages without a reply']);
  assert.equal((await world.details(third)).total_replied, 0);
});

engineTest("of several replies to a message a machine's leaves the others", async (world) => {
  const profile = await hears(world);
  const first = await messageAda(world, profile, 'First');
  const said = (text: string, seconds: number) => ({ person: 'ada', at: ago(world, seconds), text });
  await read(world, profile, [said('Thanks for your message', 5), said('Two of the blue ones', 2)]);
  const { replies } = await world.user.call('GET /api/replies', { query: {} });
  const id = replies.find(({ text }) => text?.startsWith('Thanks'))?.id ?? 0;
  await world.user.call('PUT /api/replies/{id}', { params: { id }, body: { is_automatic: true } });
  assert.equal((await world.details(first)).total_replied, 1);
  const [row] = await rowsOf(
    world,
    `select l.replied_at = d.replied_at as is_same, d.replied_at = r.at as is_others
     from deliveries d, message_ledger l, replies r where r.text like 'Two%'`,
  );
  assert.deepEqual(row, { is_same: true, is_others: true });
});
