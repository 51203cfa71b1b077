import assert from 'node:assert/strict';
import { engineTest, PACE_SECONDS, type World } from '../../../testing/engine-world.ts';
import { rolledBack, waitForLockWaits } from '../../../testing/lock-waits.ts';
import { refusal } from '../../../testing/refusal.ts';

const COLUMNS = [
  { new_field: 'first_name', label: 'First name' },
  { new_field: 'city', label: 'City' },
];

async function importPeople(world: World, rows: string[][]): Promise<number> {
  const list = await world.list([]);
  await world.user.call('POST /api/recipients/import', {
    body: { list_id: list, columns: COLUMNS, rows, fill: 'empty' },
  });
  return list;
}

const planText = async (world: World, list_id: number, content: string) =>
  (await world.user.call('POST /api/campaigns/plan', { body: { list_id, content } })).plan;

engineTest('a plan says who will get a text and who not, and that is what happens', async (world) => {
  const list = await importPeople(world, [
    ['ada', 'Ada', 'Oslo'],
    ['bo', 'Bo', ''],
    ['cy', '', 'Lund'],
    ['dee', 'Dee', 'x'.repeat(500)],
    ['eve', 'Eve', 'Kiel'],
    ['fay', 'Fay', ''],
  ]);
  for (const recipient of ['eve', 'fay'])
    await world.user.call('POST /api/do-not-contact', { body: { recipient } });
  const content = 'Hi {first_name|there} of {city}{city}';
  const plan = await planText(world, list, content);
  assert.equal(plan.will, 2);
  assert.deepEqual(plan.will_not, [
    {
      reason: 'do_not_contact',
      field: null,
      text: 'On your do-not-contact list',
      count: 2,
      is_exact: true,
      people: ['eve', 'fay'],
    },
    {
      reason: 'unfilled',
      field: 'city',
      text: 'Nothing for "city"',
      count: 1,
      is_exact: true,
      people: ['bo'],
    },
    {
      reason: 'too_long',
      field: null,
      text: 'The message would have 1,010 characters; 1,000 are the most',
      count: 1,
      is_exact: true,
      people: ['dee'],
    },
  ]);
  const { people } = await world.user.call('GET /api/lists/{id}/planned', {
    params: { id: list },
    query: { group: 'will' },
  });
  const idOf = new Map(people.map(({ recipient, recipient_id }) => [recipient, recipient_id]));
  assert.deepEqual(plan.sample, [
    {
      recipient_id: idOf.get('ada'),
      recipient: 'ada',
      text: 'Hi Ada of OsloOslo',
      filled: [
        { name: 'first_name', value: 'Ada', is_fallback: false },
        { name: 'city', value: 'Oslo', is_fallback: false },
      ],
    },
    {
      recipient_id: idOf.get('cy'),
      recipient: 'cy',
      text: 'Hi there of LundLund',
      filled: [
        { name: 'first_name', value: 'there', is_fallback: true },
        { name: 'city', value: 'Lund', is_fallback: false },
      ],
    },
  ]);
  assert.deepEqual([plan.longest, plan.unknown, plan.is_counted_to_end], [20, [], true]);

  const { template } = await world.user.call('POST /api/templates', { body: { name: 'Hello', content } });
  const { campaign } = await world.user.call('POST /api/campaigns', {
    body: {
      name: 'Spring',
      message_template_id: template.id,
      list_id: list,
      profiles_used: [await world.profile('one')],
    },
  });
  const planOf = async () =>
    (await world.user.call('GET /api/campaigns/{id}/plan', { params: { id: campaign.id } })).plan;
  const counted = ({ will, will_not, sample, longest, unknown, in_list, not_pending }: typeof plan) => ({
    will,
    will_not,
    sample,
    longest,
    unknown,
    in_list,
    not_pending,
  });
  assert.deepEqual(counted(await planOf()), counted(plan));
  await world.start(campaign.id);
  const messages: string[] = [];
  const first = await world.sending();
  messages.push(first.message);
  await world.result(first, { outcome: 'sent' });
  assert.equal((await planOf()).will, 1);
  world.turn(PACE_SECONDS);
  const second = await world.sending();
  messages.push(second.message);
  await world.result(second, { outcome: 'sent' });
  world.turn(PACE_SECONDS);
  assert.deepEqual(await world.work(), []);
  assert.deepEqual(
    messages,
    plan.sample.map(({ text }) => text),
  );
  const { recipients } = await world.user.call('GET /api/campaigns/{id}/recipients', {
    params: { id: campaign.id },
    query: { state: 'skipped' },
  });
  const planned = plan.will_not.flatMap(({ text, people }) => people.map((name) => [name, text]));
  assert.deepEqual(
    recipients.map(({ recipient, reason }) => [recipient, reason]).toSorted(),
    planned.toSorted(),
  );
  assert.equal((await refusal(planOf())).message, 'This campaign has ended.');
});

engineTest('a plan counts around an unknown blank, and names it', async (world) => {
  const list = await importPeople(world, [['ada', 'Ada', '']]);
  const plan = await planText(world, list, 'Hi {frist_name|x} {{city}} {username}');
  assert.deepEqual(plan.unknown, [
    { blank: '{frist_name}', suggestion: '{first_name}' },
    { blank: '{{city}}', suggestion: '{city}' },
  ]);
  assert.deepEqual([plan.will, plan.sample[0]?.recipient], [1, 'ada']);
});

engineTest('a plan of a plain text skips whom the claim skips', async (world) => {
  const list = await world.list(['ada', 'bo']);
  await world.user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
  const plan = await planText(world, list, 'Hi {username}!');
  assert.deepEqual([plan.will, plan.will_not.map(({ count }) => count), plan.longest], [1, [1], 7]);
  assert.equal(plan.sample[0]?.text, 'Hi ada!');
});

engineTest('a user has one plan at a time, on whatever server, and others have theirs', async (world) => {
  const { database } = world.app;
  const list = await world.list(['ada']);
  const other = await world.app.signUp({ pack: 'pro' });
  const { list: theirs } = await other.call('POST /api/lists', { body: { name: 'Theirs' } });
  const busy = [429, 'Another count of your people is under way. Try again.'];
  const again = async () => {
    const { status, message } = await refusal(planText(world, list, 'Hi'));
    return [status, message];
  };
  const { planning, their } = await rolledBack(database, async (client) => {
    await client.query('lock table do_not_contact in access exclusive mode');
    const planning = planText(world, list, 'Hi');
    await waitForLockWaits(database, 1);
    assert.deepEqual(await again(), busy);
    const their = other.call('POST /api/campaigns/plan', { body: { list_id: theirs.id, content: 'Hi' } });
    await waitForLockWaits(database, 2);
    return { planning, their };
  });
  assert.deepEqual([(await planning).will, (await their).plan.will], [1, 0]);
  await rolledBack(database, async (client) => {
    await client.query('select pg_advisory_xact_lock(10, $1::int)', [world.user.id]);
    assert.deepEqual(await again(), busy);
  });
  for (let count = 0; count < 40; count++) assert.equal((await planText(world, list, 'Hi')).will, 1);
});

engineTest('a plan is of one’s own lists, texts and campaigns', async (world) => {
  const list = await world.list(['ada']);
  const campaign = await world.campaign({ list, profiles: [await world.profile('one')] });
  const other = await world.app.signUp({ pack: 'pro' });
  const body = { list_id: list, content: 'Hi' };
  assert.equal((await refusal(other.call('POST /api/campaigns/plan', { body }))).status, 404);
  const seen = other.call('GET /api/campaigns/{id}/plan', { params: { id: campaign } });
  assert.equal((await refusal(seen)).status, 404);
});

engineTest(
  'a plan needs a list alone: without a text nobody lacks a value, and no message is shown',
  async (world) => {
    const list = await world.list(['ada', 'bo']);
    await world.user.call('POST /api/do-not-contact', { body: { recipient: 'bo' } });
    const { plan } = await world.user.call('POST /api/campaigns/plan', { body: { list_id: list } });
    assert.deepEqual(
      [plan.in_list, plan.will, plan.will_not.map(({ reason }) => reason)],
      [2, 1, ['do_not_contact']],
    );
    assert.deepEqual([plan.sample, plan.longest, plan.unknown], [[], 0, []]);
    const none = { list_id: list, message_template_id: 999 };
    assert.equal(
      (await refusal(world.user.call('POST /api/campaigns/plan', { body: none }))).message,
      'Template not found',
    );
  },
);
