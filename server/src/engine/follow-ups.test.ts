// Over 300 lines: each test goes from the first message to the end of its follow-up.
import assert from 'node:assert/strict';
import type { Answer } from '@pigeonpost/contract/client';
import { listPeople } from '../testing/city-campaign.ts';
import { addNames, type Delivery, engineTest, PACE_SECONDS, type World } from '../testing/engine-world.ts';
import { rolledBack } from '../testing/lock-waits.ts';
import { refusal } from '../testing/refusal.ts';
import { recordReplies } from './record-replies.ts';

const DAY = 86_400;

type Asked = { name?: string; days?: number; even_unread?: boolean };

async function follow(
  world: World,
  id: number,
  { name = 'Again', days = 4, even_unread = true }: Asked = {},
) {
  const { template } = await world.user.call('POST /api/templates', {
    body: { name: 'Reminder', content: 'Still there, {username}?' },
  });
  const body = { name, message_template_id: template.id, days, even_unread };
  return (await world.user.call('POST /api/campaigns/{id}/follow-up', { params: { id }, body })).campaign;
}

/** The counts that are not zero, and whether replies are unread. */
async function counts(world: World, id: number, days = 4): Promise<Record<string, unknown>> {
  const {
    reads_replies: _,
    replies_read_at: __,
    ...told
  } = await world.user.call('GET /api/campaigns/{id}/follow-up', { params: { id }, query: { days } });
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== 0));
}

/** Sends all that is due, round by round, until nothing is; gives who got it from which profile. */
async function sendAll(world: World, paths?: string[]): Promise<Record<string, string>> {
  const got: Record<string, string> = {};
  for (;;) {
    const due = await world.work(paths ? { paths } : {});
    if (due.length === 0) return got;
    for (const delivery of due) {
      got[delivery.recipient] = delivery.profile.profile_name;
      await world.begin(delivery);
      await world.result(delivery, { outcome: 'sent' });
    }
    // After a block a profile sends at half.
    world.turn(2 * PACE_SECONDS);
  }
}

/** A campaign that was sent by these profiles, and who got it from whom. */
async function sent(world: World, names: string[], profiles = ['p', 'q']) {
  const ids: Record<string, number> = {};
  for (const name of profiles) ids[name] = await world.profile(name);
  const campaign = await world.campaign({ list: await world.list(names), profiles: Object.values(ids) });
  await world.start(campaign);
  return { campaign, ids, by: await sendAll(world) };
}

const block = (world: World, id: number) =>
  world.app.database.pool.query('update profiles set blocked_at = now() where id = $1', [id]);

const of = (by: Record<string, string>, profile: string) =>
  Object.keys(by).filter((name) => by[name] === profile);

const waits = ({ waits_for }: Answer<'GET /api/campaigns/{id}'>['campaign']) =>
  waits_for.map(({ profile_name, people, reason }) => [profile_name, people, reason]);

async function onlyDue(world: World): Promise<Delivery> {
  const [delivery] = await world.work({ capacity: 1 });
  if (!delivery) throw new Error('Nobody is due.');
  return delivery;
}

engineTest(
  'each person gets the follow-up from the profile that wrote first; those of a blocked one wait',
  async (world) => {
    const { campaign, ids, by } = await sent(world, ['ada', 'bo', 'cy', 'di', 'ed', 'flo']);
    assert.deepEqual([of(by, 'p').length, of(by, 'q').length], [3, 3]);
    assert.equal((await refusal(follow(world, campaign))).code, 'nobody_ready');
    assert.deepEqual(await counts(world, campaign), { later: 6, unread: false });
    world.turn(4 * DAY);
    assert.deepEqual(await counts(world, campaign), { ready: 6, unread: true });
    assert.equal((await refusal(follow(world, campaign, { even_unread: false }))).code, 'replies_unread');
    await block(world, ids.p ?? 0);
    const made = await follow(world, campaign);
    assert.deepEqual(
      [made.status, made.stage, made.name, made.list_name, made.total_list, made.profiles_used],
      ['pending', null, 'Again', 'Again', 6, Object.values(ids)],
    );
    assert.deepEqual(await counts(world, campaign), { in_earlier: 6, unread: false });
    assert.deepEqual((await world.details(campaign)).followed_by, [
      { campaign_id: made.id, name: 'Again', status: 'pending', stage: null },
    ]);
    assert.equal((await refusal(follow(world, campaign))).code, 'nobody_ready');
    await world.profile('free');
    const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id: made.id } });
    assert.deepEqual([plan.will, plan.inputs.people, plan.free_profiles], [6, 3, []]);
    assert.deepEqual(
      plan.inputs.profiles.map(({ is_able, people }) => [is_able, people]),
      [
        [false, 3],
        [true, 3],
      ],
    );
    await world.start(made.id);
    assert.deepEqual(Object.keys(await sendAll(world)).sort(), of(by, 'q').sort());
    // Nobody else is left, so that q is free for other campaigns.
    const waiting = await world.details(made.id);
    assert.deepEqual(
      [
        waiting.status,
        waiting.paused_reason,
        waiting.standstill?.kind,
        waiting.follows,
        waiting.nth_follow_up,
      ],
      [
        'paused',
        'Its people wait for p, which cannot send',
        'profiles',
        { campaign_id: campaign, name: 'Spring' },
        1,
      ],
    );
    assert.deepEqual(waits(waiting), [['p', 3, 'blocked']]);

    // With p again they get it from p.
    await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids.p ?? 0 } });
    await world.start(made.id);
    assert.deepEqual(await sendAll(world), Object.fromEntries(of(by, 'p').map((name) => [name, 'p'])));
    const done = await world.details(made.id);
    assert.deepEqual([done.status, done.total_sent, done.total_list, waits(done)], ['completed', 6, 6, []]);
  },
);

engineTest(
  'the people of one profile are given to the others, also at work and after tries',
  async (world) => {
    const { campaign, ids, by } = await sent(world, ['ada', 'bo', 'cy', 'di', 'ed', 'flo']);
    world.turn(4 * DAY);
    const made = await follow(world, campaign);
    await addNames(world.app, { user_id: world.user.id, list: made.list_id ?? 0, names: ['zoe'] });
    await world.start(made.id);
    // One of p's fails and waits, the next one is at work while p is blocked.
    const ofP = { paths: ['/p/p'] };
    const [tried] = await world.work(ofP);
    assert.ok(tried);
    await world.begin(tried);
    await world.result(tried, { outcome: 'failed', reason: 'The page did not load' });
    world.turn(PACE_SECONDS);
    const [held] = await world.work(ofP);
    assert.ok(held);
    await world.begin(held);
    assert.deepEqual(Object.keys(await sendAll(world, ['/p/q'])).sort(), [...of(by, 'q'), 'zoe'].sort());
    await world.result(held, { outcome: 'failed', blocked: true, reason: 'Blocked' });
    const give = () =>
      world.user.call('POST /api/campaigns/{id}/give-to-others', {
        params: { id: made.id },
        body: { profile_id: ids.p ?? 0 },
      });
    assert.deepEqual(waits(await world.details(made.id)), [['p', 3, 'blocked']]);
    assert.deepEqual(await give(), { given: 3 });
    assert.deepEqual(await give(), { given: 0 });
    assert.deepEqual(waits(await world.details(made.id)), []);
    const { logs } = await world.details(made.id);
    assert.deepEqual(
      logs.filter(({ action }) => action === 'put_back').map(({ message }) => message),
      ['3 people of p may get it from every profile of this campaign now'],
    );
    if ((await world.details(made.id)).status === 'paused') await world.start(made.id);
    world.turn(PACE_SECONDS);
    assert.deepEqual(await sendAll(world), Object.fromEntries(of(by, 'p').map((name) => [name, 'q'])));
    const { status, total_sent } = await world.details(made.id);
    assert.deepEqual([status, total_sent], ['completed', 7]);
  },
);

engineTest('a follow-up waits for a profile that has only people left who are tried again', async (world) => {
  const { campaign, ids } = await sent(world, ['ada', 'bo']);
  world.turn(4 * DAY);
  const made = await follow(world, campaign);
  await world.start(made.id);
  const [tried] = await world.work({ paths: ['/p/p'] });
  assert.ok(tried);
  await world.begin(tried);
  await world.result(tried, { outcome: 'failed', reason: 'The page did not load' });
  await sendAll(world, ['/p/q']);
  await world.user.call('PUT /api/profiles/{id}/toggle', { params: { id: ids.p ?? 0 } });
  const { status, waits_for } = await world.details(made.id);
  assert.deepEqual([status, waits_for.map(({ profile_name }) => profile_name)], ['paused', ['p']]);
});

engineTest(
  'profiles of a follow-up that are blocked at once are all named, until they send again',
  async (world) => {
    const profiles = ['ash', 'bow', 'cup', 'dew', 'elm', 'fig', 'gum', 'hay', 'ivy'];
    const { campaign, ids, by } = await sent(
      world,
      profiles.map((name) => `friend_of_${name}`),
      profiles,
    );
    assert.deepEqual(Object.values(by).sort(), profiles);
    world.turn(4 * DAY);
    const made = await follow(world, campaign);
    const blocked = profiles.slice(1);
    for (const name of blocked) await block(world, ids[name] ?? 0);
    await world.start(made.id);
    for (const [count, names] of [
      [8, 'bow, cup, dew, elm, fig, gum, hay and ivy'],
      [5, 'bow, cup, dew, elm and fig'],
      [2, 'bow and cup'],
      [1, 'bow'],
    ] as const) {
      for (const name of blocked.splice(count)) {
        await world.user.call('PUT /api/profiles/{id}/resume', { params: { id: ids[name] ?? 0 } });
        await world.start(made.id);
      }
      await sendAll(world);
      const paused = await world.details(made.id);
      assert.equal(paused.paused_reason, `Its people wait for ${names}, which cannot send`);
      assert.deepEqual(
        waits(paused),
        blocked.map((name) => [name, 1, 'blocked']),
      );
      const { standing } = await world.user.call('GET /api/dashboard/needs-you', { query: { here: '0' } });
      assert.deepEqual(
        standing.map(({ name, reason, pending }) => [name, reason, pending]),
        [['Again', `Its people wait for ${names}, which cannot send.`, count]],
      );
    }
  },
);

engineTest('a follow-up is judged by what came after the first message', async (world) => {
  await world.user.call('PUT /api/settings', { body: { never_twice_days: 30 } });
  await world.agent.report({ reads_replies: true });
  const { campaign, ids } = await sent(world, ['ada', 'bo', 'cy', 'di', 'ed', 'flo'], ['p']);
  await world.app.database.pool.query('update settings set quiet_days = 0');
  const { deps } = world.app;
  const user_id = world.user.id;
  const reply = (person: string) =>
    deps.asUser(user_id, (tx, afterCommit) =>
      recordReplies(
        { tx, afterCommit, deps },
        {
          user_id,
          profile_id: ids.p ?? 0,
          replies: [{ person, at: deps.clock.now().toISOString(), text: 'Hello' }],
        },
      ),
    );
  world.turn(4 * DAY);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'ed' } });
  await reply('di');
  assert.deepEqual(await counts(world, campaign), {
    ready: 4,
    answered: 1,
    do_not_contact: 1,
    unread: true,
  });
  const made = await follow(world, campaign);
  await reply('flo');
  world.turn(60);
  await world.start(made.id);
  // Never the same person twice counts from the first message on, so that it does not forbid its follow-up.
  const ada = await onlyDue(world);
  const answer = {
    person: 'ada',
    at: world.app.clock.now().toISOString(),
    text: 'Yes please',
    site_id: 'm1',
  };
  assert.equal((await refusal(world.begin(ada, [answer]))).code, 'replied');
  // Another campaign writes to bo meanwhile.
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: made.id } });
  await world.user.call('PUT /api/settings', { body: { never_twice_days: null } });
  const other = await world.campaign({
    list: await world.list(['bo']),
    profiles: [await world.profile('r')],
    name: 'Other',
  });
  await world.start(other);
  assert.deepEqual(await sendAll(world), { bo: 'r' });
  assert.deepEqual(await counts(world, campaign), {
    in_earlier: 4,
    answered: 1,
    do_not_contact: 1,
    unread: false,
  });
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id: made.id } });
  assert.deepEqual(
    plan.will_not.map(({ reason, text, people: out }) => [reason, text, ...out]),
    [
      ['messaged', 'Messaged meanwhile, on 16-09-2026', 'bo'],
      ['replied', 'Replied, on 16-09-2026', 'flo'],
    ],
  );
  await world.start(made.id);
  assert.deepEqual(await sendAll(world), { cy: 'p' });
  assert.deepEqual(await listPeople(world, made.id, 'skipped'), [
    ['ada', 'skipped', 'Replied, on 16-09-2026'],
    ['bo', 'skipped', 'Messaged meanwhile, on 16-09-2026'],
    ['flo', 'skipped', 'Replied, on 16-09-2026'],
  ]);
  assert.equal((await world.details(made.id)).status, 'completed');
});

engineTest('while another message to the same person is under way, a follow-up waits', async (world) => {
  const { campaign } = await sent(world, ['ada'], ['p']);
  world.turn(4 * DAY);
  const made = await follow(world, campaign);
  const other = await world.campaign({
    list: await world.list(['ada']),
    profiles: [await world.profile('r')],
    name: 'Other',
  });
  await world.start(other);
  const first = await world.sending();
  await world.start(made.id);
  const again = await onlyDue(world);
  assert.equal((await refusal(world.begin(again))).code, 'messaged');
  await world.result(first, { outcome: 'failed', reason: 'No' });
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: other } });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await sendAll(world), { ada: 'p' });
});

engineTest('a follow-up has one follow-up and no third; its rest is one too', async (world) => {
  const { campaign, ids, by } = await sent(world, ['ada', 'bo', 'cy', 'di']);
  world.turn(DAY);
  const first = await follow(world, campaign, { days: 1 });
  await world.start(first.id);
  assert.equal(Object.keys(await sendAll(world, ['/p/q'])).length, 2);
  const held = await onlyDue(world);
  const profile = held.profile.profile_name;
  await world.user.call('PUT /api/campaigns/{id}/status', {
    params: { id: first.id },
    body: { status: 'completed' },
  });
  assert.equal((await refusal(world.begin(held))).code, 'ended');
  const { list_id, message_template_id } = await world.details(first.id);
  assert.ok(list_id && message_template_id);
  const other = Object.values(ids).filter((id) => id !== held.profile.id);
  const rest = await world.user.call('POST /api/campaigns', {
    body: { name: 'Rest', message_template_id, list_id, profiles_used: other, rest_of: first.id },
  });
  const { follows, nth_follow_up, profiles_used } = await world.details(rest.campaign.id);
  assert.deepEqual(
    [follows?.campaign_id, nth_follow_up, profiles_used.sort()],
    [campaign, 1, Object.values(ids).sort()],
  );
  await world.start(rest.campaign.id);
  const left = Object.fromEntries(of(by, profile).map((name) => [name, profile]));
  assert.deepEqual(await sendAll(world), left);
  world.turn(DAY);
  const second = await follow(world, first.id, { days: 1 });
  assert.equal((await world.details(second.id)).nth_follow_up, 2);
  await world.start(second.id);
  assert.equal(Object.keys(await sendAll(world)).length, 2);
  world.turn(DAY);
  assert.equal((await refusal(follow(world, second.id, { days: 1 }))).code, 'second_follow_up');

  // In another campaign its list is a list like others, whichever profile it has.
  const again = await world.campaign({
    list: await world.list([]),
    profiles: [ids.q ?? 0],
    name: 'Other',
  });
  await world.app.database.pool.query(
    `with back as (update recipients set status = 'pending', campaign_id = null where list_id = $1 returning 1)
     update lists set pending = (select count(*) from back), sent = 0 where id = $1`,
    [list_id],
  );
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: again }, body: { list_id } });
  await world.start(again);
  const got = await sendAll(world);
  assert.deepEqual([Object.keys(got).length, new Set(Object.values(got))], [4, new Set(['q'])]);
});

engineTest('a cap and a look of a follow-up hold for all its profiles together', async (world) => {
  const { campaign } = await sent(world, ['ada', 'bo', 'cy', 'di', 'ed', 'flo'], ['p', 'q', 'r']);
  world.turn(4 * DAY);
  const made = await follow(world, campaign);
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: made.id }, body: { cap_day: 2 } });
  await world.start(made.id);
  const handed = await world.work();
  assert.equal(handed.length, 2);
  await world.user.call('POST /api/campaigns/{id}/stop', { params: { id: made.id } });
  for (const one of handed) assert.equal((await refusal(world.begin(one))).code, 'paused');
  await world.user.call('DELETE /api/campaigns/{id}', { params: { id: made.id }, body: {} });
  assert.deepEqual(await counts(world, campaign), { ready: 6, unread: true });
  const looked = await follow(world, campaign, { name: 'Looked' });
  await world.user.call('PUT /api/campaigns/{id}', { params: { id: looked.id }, body: { canary: 1 } });
  await world.start(looked.id);
  world.turn(PACE_SECONDS);
  assert.equal(Object.keys(await sendAll(world)).length, 1);
  const { status, stage } = await world.details(looked.id);
  assert.deepEqual([status, stage], ['paused', 'review']);
  await world.start(looked.id);
  assert.equal(Object.keys(await sendAll(world)).length, 5);
});

engineTest(
  'a follow-up keeps its list and its profiles; people added to its list are for all',
  async (world) => {
    const { campaign, ids, by } = await sent(world, ['ada', 'bo', 'cy']);
    world.turn(4 * DAY);
    const made = await follow(world, campaign);
    const change = (body: object) =>
      world.user.call('PUT /api/campaigns/{id}', { params: { id: made.id }, body });
    const list = await world.list(['zoe']);
    for (const body of [{ list_id: list }, { profiles_used: [ids.p] }]) {
      const { status, message } = await refusal(change(body));
      assert.deepEqual([status, message], [409, 'A follow-up keeps its list and its profiles.']);
    }
    await change({ name: 'Later', list_id: made.list_id, profiles_used: made.profiles_used });
    await addNames(world.app, { user_id: world.user.id, list: made.list_id ?? 0, names: ['gus', 'hal'] });
    // Its plan while it is changed judges and shares out its people as it does itself.
    const list_id = made.list_id ?? 0;
    const plan = async (body: { list_id: number; follow_up_id?: number }) =>
      (
        await world.user.call('POST /api/campaigns/plan', {
          body: { content: 'Hi', profiles_used: made.profiles_used, ...body },
        })
      ).plan;
    // The message that is followed makes no doubt; in an ordinary campaign it does.
    assert.deepEqual((await plan({ list_id, follow_up_id: made.id })).look, []);
    assert.deepEqual(
      (await plan({ list_id })).look.map(({ group, count }) => [group, count]),
      [['recently', 3]],
    );
    await world.user.call('PUT /api/settings', { body: { never_twice_days: 30 } });
    const changed = await plan({ list_id, follow_up_id: made.id });
    const owned = ['p', 'q'].map((name) => of(by, name).length);
    assert.deepEqual([changed.will, changed.inputs.people], [5, 5]);
    assert.deepEqual(
      changed.inputs.profiles.map(({ people }) => people),
      owned,
    );
    assert.equal((await plan({ list_id })).will, 2);
    for (const wrong of [
      { list_id, follow_up_id: campaign },
      { list_id: list, follow_up_id: made.id },
    ])
      assert.equal((await refusal(plan(wrong))).message, 'Campaign not found');
    await world.start(made.id);
    const { gus, hal, ...others } = await sendAll(world);
    assert.deepEqual(others, by);
    assert.ok(gus && hal);
    assert.equal((await world.details(made.id)).total_sent, 5);
  },
);

engineTest('an undone start, people taken out, and who is next', async (world) => {
  const { campaign, by } = await sent(world, ['ada', 'bo', 'cy', 'di'], ['p', 'q']);
  world.turn(4 * DAY);
  const made = await follow(world, campaign);
  const id = made.id;
  await world.user.call('POST /api/campaigns/{id}/start', { params: { id }, body: { undo_seconds: 20 } });
  await world.user.call('POST /api/campaigns/{id}/undo-start', { params: { id } });
  const people = await world.user.call('GET /api/lists/{id}/recipients', {
    params: { id: made.list_id ?? 0 },
  });
  const ids = people.recipients.filter(({ recipient }) => recipient !== 'ada').map((one) => one.id);
  await world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id },
    body: { recipient_ids: ids.slice(0, 1) },
  });
  // Never the same person twice does not count the first message.
  await world.user.call('PUT /api/settings', { body: { never_twice_days: 30 } });
  const { plan } = await world.user.call('GET /api/campaigns/{id}/plan', { params: { id } });
  assert.deepEqual(
    [plan.will, plan.will_not.map(({ reason, people: out }) => [reason, out.length])],
    [3, [['taken_out', 1]]],
  );
  await world.start(id);
  const next = await world.user.call('GET /api/campaigns/{id}/next', { params: { id } });
  assert.deepEqual(
    next.people.map(({ profile_name, planned_at }) => [profile_name, planned_at]),
    [
      [null, null],
      [null, null],
      [null, null],
    ],
  );
  await world.user.call('POST /api/campaigns/{id}/recipients/take-out', {
    params: { id },
    body: { recipient_ids: ids.slice(1) },
  });
  assert.deepEqual(await sendAll(world), { ada: by.ada });
  assert.equal((await world.details(id)).status, 'completed');
  const again = await follow(world, id, { days: 1 }).catch(() => undefined);
  assert.equal(again, undefined);
});

engineTest('the calls refuse what is not there, other users and bad days', async (world) => {
  const { campaign, ids } = await sent(world, ['ada'], ['p']);
  world.turn(4 * DAY);
  const other = await world.app.signUp();
  const params = { id: campaign };
  const body = { name: 'Again', message_template_id: 1_000_000, even_unread: true };
  assert.equal((await refusal(other.call('GET /api/campaigns/{id}/follow-up', { params }))).status, 404);
  assert.equal(
    (await refusal(other.call('POST /api/campaigns/{id}/follow-up', { params, body }))).status,
    404,
  );
  const missing = await refusal(world.user.call('POST /api/campaigns/{id}/follow-up', { params, body }));
  assert.deepEqual([missing.status, missing.message], [404, 'Template not found']);
  assert.equal((await world.user.call('GET /api/lists')).lists.length, 1);
  const wrong = await refusal(
    world.user.call('GET /api/campaigns/{id}/follow-up', { params, query: { days: 61 } }),
  );
  assert.deepEqual([wrong.status, wrong.message], [400, 'Days must be from 1 to 60']);
  await rolledBack(world.app.database, async (client) => {
    await client.query('select pg_advisory_xact_lock(10, $1::int)', [world.user.id]);
    const second = await refusal(world.user.call('GET /api/campaigns/{id}/follow-up', { params }));
    assert.deepEqual(
      [second.status, second.message],
      [429, 'Another count of your people is under way. Try again.'],
    );
  });
  for (let count = 0; count < 20; count++) await counts(world, campaign);
  const give = (id: number, profile_id: number) =>
    refusal(
      world.user.call('POST /api/campaigns/{id}/give-to-others', { params: { id }, body: { profile_id } }),
    );
  const none = await give(campaign, ids.p ?? 0);
  assert.deepEqual([none.status, none.message], [409, 'This campaign is not a follow-up.']);
  const made = await follow(world, campaign);
  assert.equal((await give(made.id, 1_000_000)).status, 404);
});
