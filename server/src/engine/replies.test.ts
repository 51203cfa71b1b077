import assert from 'node:assert/strict';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { refusal } from '../testing/refusal.ts';
import { recordReplies } from './record-replies.ts';
import { requeueDeletedCampaigns } from './requeue/requeue.ts';

const DAY = 86_400;

const hears = (world: World) => world.agent.report({ reads_replies: true });

async function profileOf(world: World): Promise<number> {
  const [known] = (await world.user.call('GET /api/profiles', {})).profiles;
  return known?.id ?? world.profile('one');
}

/** A started campaign to these names. All have the same profile. */
async function started(world: World, names: string[], name: string) {
  const list = await world.list(names);
  const campaign = await world.campaign({ list, profiles: [await profileOf(world)], name });
  await world.start(campaign);
  return { list, campaign };
}

/** A campaign that sent to ada, and the pause after it. */
async function messageAda(world: World, name = 'First') {
  const made = await started(world, ['ada'], name);
  await world.result(await world.sending(), { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  return made;
}

const now = (world: World) => world.app.clock.now().toISOString();

async function rowsOf<Row>(world: World, query: string): Promise<Row[]> {
  return (await world.app.database.pool.query(query)).rows as Row[];
}

const setReplies = (world: World, change: string) =>
  world.app.database.pool.query(`update settings set ${change} where user_id = ${world.user.id}`);

async function next(world: World): Promise<Delivery> {
  const [delivery] = await world.work();
  if (!delivery) throw new Error('Nobody is handed out.');
  return delivery;
}

/** A reading of a profile's messages, and what it recorded. */
async function read(world: World, replies: SeenReply[]) {
  const { deps } = world.app;
  const user_id = world.user.id;
  const profile_id = await profileOf(world);
  return deps.asUser(user_id, (tx, afterCommit) =>
    recordReplies({ tx, afterCommit, deps }, { user_id, profile_id, replies }),
  );
}

engineTest(
  'who answers at once is heard by a site whose clock is behind, and nobody of before',
  async (world) => {
    await hears(world);
    const sentAt = world.app.clock.now().getTime();
    const { campaign } = await messageAda(world);
    const at = (seconds: number) => new Date(sentAt + seconds * 1000).toISOString();
    const early = { person: 'ada', at: at(-61), text: 'Hello?', site_id: 'm0' };
    const stop = { person: 'ada', at: at(-20), text: 'Stop', site_id: 'm1' };
    const { recorded, others, do_not_contact } = await read(world, [early, stop]);
    assert.deepEqual([recorded, others, do_not_contact.map(({ recipient }) => recipient)], [1, 1, ['ada']]);
    assert.deepEqual(await rowsOf(world, 'select campaign_id, site_id from replies'), [
      { campaign_id: campaign, site_id: 'm1' },
    ]);
    // The next reading tells it again.
    assert.equal((await read(world, [stop])).recorded, 0);
  },
);

const skippedOf = async (world: World, campaign: number) =>
  (await world.details(campaign)).logs
    .filter(({ action }) => action === 'skipped')
    .map(({ recipient, message }) => [recipient, message]);

engineTest(
  'who replied to an earlier message is not written to by a campaign that ran then',
  async (world) => {
    await hears(world);
    await setReplies(world, 'quiet_days = 0');
    const first = await messageAda(world);
    const { campaign } = await started(world, ['ada', 'bo'], 'Second');
    world.turn(60);
    const ada = await next(world);
    const replies = [
      { person: ['nobody.here', '@Ada'], at: now(world), text: 'Yes please', site_id: 'm1' },
      { person: 'somebody.else', at: now(world), text: 'Who is this?' },
    ];
    const refused = await refusal(world.begin(ada, replies));
    assert.deepEqual([refused.status, refused.code], [409, 'replied']);
    assert.deepEqual(await skippedOf(world, campaign), [['ada', 'Replied, on 12-09-2026']]);
    const line = (await world.details(first.campaign)).logs.at(-1);
    assert.deepEqual(
      [line?.action, line?.recipient, line?.profile_name, line?.message],
      ['replied', 'ada', 'one', 'Yes please'],
    );
    assert.deepEqual(
      await rowsOf(world, 'select recipient, campaign_id, site_id, text, via, stop from replies'),
      [
        {
          recipient: 'ada',
          campaign_id: first.campaign,
          site_id: 'm1',
          text: 'Yes please',
          via: 'thread',
          stop: 'no',
        },
      ],
    );
    assert.deepEqual(await rowsOf(world, 'select max(failures) as tries from deliveries'), [{ tries: 0 }]);

    // The same one again by a reading, beside another one: the message has one reply.
    world.turn(60);
    const again = { person: 'ada', at: now(world), text: 'Are you there?', site_id: 'm2' };
    const before = { person: '@Ada', at: '2026-09-12T08:58:59Z', text: 'Hello, long ago' };
    assert.deepEqual(await read(world, [...replies, before, again]), {
      recorded: 1,
      others: 2,
      do_not_contact: [],
    });
    assert.deepEqual(
      await rowsOf(
        world,
        `select (select count(*)::int from replies) as replies, total_replied,
      (select sum(replied)::int from daily_performance) as of_days from campaign_progress where campaign_id = ${first.campaign}`,
      ),
      [{ replies: 2, total_replied: 1, of_days: 1 }],
    );

    // Bo comes next, and a campaign that starts now writes to ada.
    world.turn(PACE_SECONDS);
    const bo = await next(world);
    assert.equal(bo.recipient, 'bo');
    await world.begin(bo, []);
    await world.result(bo, { outcome: 'sent' });
    assert.equal((await world.details(campaign)).total_list, 1);
    world.turn(PACE_SECONDS);
    const third = await started(world, ['ada'], 'Third');
    await world.result(await world.sending(), { outcome: 'sent' });
    assert.equal((await world.details(third.campaign)).status, 'completed');
  },
);

engineTest('within the quiet days a later campaign leaves who replied alone, at the claim', async (world) => {
  await hears(world);
  await messageAda(world);
  const made = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('later')],
    name: 'Before',
  });
  world.turn(1);
  await read(world, [{ person: 'ada', at: now(world), text: 'Hello' }]);
  world.turn(3 * DAY - 1);
  const plan = async (id: number) =>
    (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } })).plan.will_not;
  const reason = {
    reason: 'replied',
    field: null,
    text: 'Replied, on 12-09-2026',
    count: 1,
    is_exact: true,
    people: ['ada'],
  };
  assert.deepEqual(await plan(made), [reason]);
  const { campaign } = await started(world, ['ada'], 'Within');
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await skippedOf(world, campaign), [['ada', 'Replied, on 12-09-2026']]);
  // What was made before the reply is judged by its start.
  world.turn(1);
  assert.deepEqual(await plan(made), []);
  await world.start(made);
  assert.equal((await world.sending()).recipient, 'ada');
});

engineTest('a reply while a message waits to be tried again stops it', async (world) => {
  await hears(world);
  await messageAda(world);
  const { campaign } = await started(world, ['ada'], 'Second');
  await world.result(await world.sending(), { outcome: 'failed' });
  await read(world, [{ person: 'ada', at: now(world), text: 'Hello' }]);
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await skippedOf(world, campaign), [['ada', 'Replied, on 12-09-2026']]);
});

engineTest('our own message is no reply, and one to a deleted campaign still stops', async (world) => {
  await hears(world);
  const { campaign } = await messageAda(world);
  const own = { person: 'ada', at: now(world), text: ' Hi\nada! ' };
  assert.deepEqual(await read(world, [own]), { recorded: 0, others: 0, do_not_contact: [] });
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: campaign }, body: {} });
  await requeueDeletedCampaigns(world.app.deps);
  await read(world, [{ person: 'ada', at: now(world), text: 'Hello' }]);
  const second = await started(world, ['ada'], 'Second');
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await skippedOf(world, second.campaign), [['ada', 'Replied, on 12-09-2026']]);
});

engineTest(
  'a reply within the second of the message is none before it, on a site that tells whole seconds',
  async (world) => {
    await hears(world);
    world.turn(0.4);
    const { campaign } = await messageAda(world);
    const [sent] = await rowsOf<{ at: string }>(world, 'select begun_at as at from deliveries');
    const second = new Date(Math.floor(Date.parse(sent?.at ?? '') / 1000) * 1000).toISOString();
    assert.ok(sent && second < new Date(sent.at).toISOString());
    const reply = { person: 'ada', at: second, text: 'Out of office', site_id: 'm1' };
    assert.deepEqual(await read(world, [reply]), { recorded: 1, others: 0, do_not_contact: [] });
    assert.equal((await world.details(campaign)).total_replied, 1);
    const second_campaign = await started(world, ['ada'], 'Second');
    assert.deepEqual(await world.work(), []);
    assert.equal((await skippedOf(world, second_campaign.campaign)).length, 1);
  },
);

engineTest('a stop word puts its person on do-not-contact once, and no message is begun', async (world) => {
  await hears(world);
  await messageAda(world);
  const { campaign } = await started(world, ['ada'], 'Second');
  const stop = { person: 'ada', at: now(world), text: 'STOP 🙏', site_id: 'm1' };
  const perhaps = { person: 'ada', at: now(world), text: 'I cannot stop thinking of it', site_id: 'm2' };
  const ada = await next(world);
  await read(world, [perhaps]);
  assert.deepEqual(await rowsOf(world, 'select from do_not_contact'), []);
  assert.equal((await refusal(world.begin(ada, [stop]))).code, 'do_not_contact');
  assert.deepEqual(await skippedOf(world, campaign), [['ada', 'On your do-not-contact list']]);
  assert.deepEqual(await rowsOf(world, 'select stop from replies order by id'), [
    { stop: 'perhaps' },
    { stop: 'sure' },
  ]);
  assert.deepEqual(await rowsOf(world, 'select recipient, how from do_not_contact'), [
    { recipient: 'ada', how: 'reply' },
  ]);
  // Somebody whom the owner put there by hand asks, too.
  await world.app.database.pool.query(`update do_not_contact set how = 'hand'`);
  await read(world, [{ ...stop, site_id: 'm3' }]);
  assert.deepEqual(await rowsOf(world, 'select recipient, how from do_not_contact'), [
    { recipient: 'ada', how: 'reply' },
  ]);
  // Its owner takes the name off: the same reply, told again, does not put it back.
  await world.app.database.pool.query('delete from do_not_contact');
  await read(world, [stop]);
  assert.deepEqual(await rowsOf(world, 'select from do_not_contact'), []);
});

engineTest('a person at the budget is left alone until it is waived', async (world) => {
  await setReplies(world, 'budget = 2, quiet_days = 0');
  // Nobody could hear a reply to this one.
  await messageAda(world, 'Deaf');
  await hears(world);
  await messageAda(world, 'One');
  await messageAda(world, 'Two');
  const unreplied = () => rowsOf(world, 'select unreplied from message_ledger');
  assert.deepEqual(await unreplied(), [{ unreplied: 2 }]);
  const { campaign } = await started(world, ['ada'], 'Three');
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(await skippedOf(world, campaign), [['ada', '2 messages without a reply']]);
  const body = { reason: 'she asked in the shop' };
  await world.user.call('POST /api/people/{name}/waive', { params: { name: 'ada' }, body });
  world.turn(1);
  const four = await messageAda(world, 'Four');
  assert.equal((await world.details(four.campaign)).total_sent, 1);
  assert.deepEqual(await unreplied(), [{ unreplied: 1 }]);
  const between = now(world);
  world.turn(1);
  await messageAda(world, 'Five');
  // A reply to the one before: what was sent after it counts.
  await read(world, [{ person: 'ada', at: between, text: 'Hm' }]);
  assert.deepEqual(await unreplied(), [{ unreplied: 1 }]);
});

engineTest(
  'a reply to an unclear message counts, though a later message is sent before it is read',
  async (world) => {
    await hears(world);
    await setReplies(world, 'quiet_days = 0');
    const { campaign } = await started(world, ['ada'], 'Unclear');
    await world.result(await world.sending(), { outcome: 'unknown' });
    world.turn(PACE_SECONDS);
    const between = now(world);
    world.turn(1);
    const second = await messageAda(world, 'Second');
    assert.equal((await world.details(second.campaign)).total_sent, 1);
    const reply = { person: 'ada', at: between, text: 'Yes please' };
    assert.deepEqual(await read(world, [reply]), { recorded: 1, others: 0, do_not_contact: [] });
    assert.deepEqual(
      await rowsOf(world, 'select replied_at is not null as has_replied from message_ledger'),
      [{ has_replied: true }],
    );
    assert.equal((await world.details(campaign)).total_replied, 0);
  },
);
