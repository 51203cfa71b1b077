import assert from 'node:assert/strict';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { engineTest } from '../../testing/engine-world.ts';
import {
  now,
  reader,
  reading,
  readReplies,
  requests,
  since,
  type Told,
  tell,
  wroteTo,
} from '../../testing/reading-world.ts';
import { refusal } from '../../testing/refusal.ts';
import { expireRequests } from '../requests/expire-requests.ts';

engineTest(
  'a reading records replies once, acts on stop words, and keeps nothing of strangers',
  async (world) => {
    const { pool } = world.app.database;
    const shop = await reader(world);
    const campaign = await wroteTo(world, ['ada', 'bo', 'cy', 'di'], shop);
    await world.user.call('PUT /api/settings/replies', { body: { stop_languages: ['en', 'de'] } });
    const { request_id } = await readReplies(world);
    assert.equal((await refusal(readReplies(world))).status, 409);
    const [asked] = await requests(world);
    assert.ok(asked);
    assert.deepEqual(
      [asked.id, asked.kind, asked.payload.profiles],
      [
        request_id,
        'replies',
        [{ profile_id: shop, profile_name: 'shop', profile_path: '/p/shop', since: since(asked)[0] }],
      ],
    );
    assert.ok(Date.parse(since(asked)[0] ?? '') <= world.app.clock.now().getTime() - 2000 * 1000);
    assert.equal((await reading(world))?.profiles[0]?.state, 'reading');
    const at = now(world);
    const replies: SeenReply[] = [
      { person: 'Ada', at, text: 'STOP 🙏', site_id: '1' },
      { person: ['bo@club.example', 'bo'], at, text: 'Stopp bitte', site_id: '2' },
      { person: 'cy', at, text: 'I cannot stop thinking of it' },
      { person: 'di', at, text: 'Hi di!' },
      { person: 'nobody.we.know', at, text: 'a secret of theirs' },
      // Cut within a character.
      { person: 'another.one', at, text: 'x\ud83d' },
    ];
    for (const kind of ['progress', 'progress', 'result', 'result'] as const)
      await tell(world, request_id, kind, [{ replies }]);
    assert.deepEqual((await reading(world))?.profiles, [
      { profile_id: shop, profile_name: 'shop', state: 'read', replies: 3, others: 2, error: null },
    ]);

    const listed = await world.user.call('GET /api/campaigns/{id}/replies', {
      params: { id: campaign },
      query: {},
    });
    assert.deepEqual(
      listed.replies.map((one) => [one.recipient, one.text, one.stop, one.do_not_contact]).sort(),
      [
        ['ada', 'STOP 🙏', 'sure', true],
        ['bo', 'Stopp bitte', 'sure', true],
        ['cy', 'I cannot stop thinking of it', 'perhaps', false],
      ],
    );
    assert.equal(
      (await world.user.call('GET /api/people/{name}', { params: { name: 'ada' } })).person.do_not_contact
        ?.how,
      'reply',
    );
    const { rows } = await pool.query(`select to_jsonb(r)::text as row from requests r union all
    select to_jsonb(r)::text from replies r union all select to_jsonb(l)::text from message_ledger l`);
    assert.doesNotMatch(JSON.stringify(rows), /nobody\.we\.know|secret|STOP 🙏.*profile_path/);

    const details = await world.details(campaign);
    assert.deepEqual([details.total_replied, details.reads_replies, details.replies_read_at], [3, true, at]);
    const people = await world.user.call('GET /api/campaigns/{id}/recipients', {
      params: { id: campaign },
      query: { state: 'replied' },
    });
    assert.deepEqual(
      people.recipients.map((one) => [one.recipient, one.replied_at]),
      [
        ['ada', at],
        ['bo', at],
        ['cy', at],
      ],
    );
    const { profilePerformance } = await world.user.call('GET /api/campaigns/{id}/profile-performance', {
      params: { id: campaign },
    });
    assert.deepEqual([profilePerformance[0]?.replied, people.counts.replied], [3, 3]);
    const { stats } = await world.user.call('GET /api/campaigns/dashboard-stats', { query: {} });
    assert.equal(stats.replied, 3);
    const list = details.list_id ?? 0;
    const whoReplied = await world.user.call('GET /api/lists/{id}/recipients', {
      params: { id: list },
      query: { status: 'replied', sort_by: 'name_asc' },
    });
    assert.deepEqual(
      whoReplied.recipients.map((one) => [one.recipient, one.replied_at]),
      [
        ['ada', at],
        ['bo', at],
        ['cy', at],
      ],
    );
    // The next reading begins a day before the end of this one.
    world.turn(2 * 86_400);
    await readReplies(world, [shop]);
    const [again] = await requests(world);
    assert.ok(again);
    assert.deepEqual(
      since(again).map((text) => Date.parse(text)),
      [Date.parse(at) - 86_400_000],
    );
  },
);

engineTest('who may have got the only message of a profile is heard too', async (world) => {
  const shop = await reader(world);
  const campaign = await world.campaign({ list: await world.list(['ada']), profiles: [shop] });
  await world.start(campaign);
  await world.result(await world.sending(), { outcome: 'unknown' });
  world.turn(500);
  const { request_id } = await readReplies(world);
  await requests(world);
  await tell(world, request_id, 'result', [
    { replies: [{ person: 'ada', at: now(world), text: 'Stop', site_id: '1' }] },
  ]);
  const { person } = await world.user.call('GET /api/people/{name}', { params: { name: 'ada' } });
  assert.equal(person.do_not_contact?.how, 'reply');
});

engineTest(
  'a reading that was cut goes on from there, and one that came no further does not',
  async (world) => {
    const shop = await reader(world);
    const campaign = await wroteTo(world, ['ada', 'bo'], shop);
    const { request_id } = await readReplies(world);
    const [first] = await requests(world);
    const cut = new Date(world.app.clock.now().getTime() - 600_000).toISOString();
    const part = (person: string, read_to: string) => ({
      replies: [{ person, at: now(world), text: 'Yes' }],
      read_to,
      is_cut: true,
    });
    assert.ok(first);
    await tell(world, request_id, 'progress', [part('ada', cut)]);
    await tell(world, request_id, 'result', [{ ...part('ada', cut), replies: [] }]);
    assert.equal((await reading(world))?.status, 'running');
    const [second, ...none] = await requests(world);
    assert.ok(second && none.length === 0);
    assert.deepEqual(since(second), [cut]);
    // Nor does one that read less far take the mark back.
    const earlier = new Date(Date.parse(cut) - 60_000).toISOString();
    await tell(world, second.id, 'result', [part('bo', earlier)]);
    assert.equal((await world.details(campaign)).replies_read_at, cut);
    assert.deepEqual(await requests(world), []);
    const ended = await reading(world);
    assert.deepEqual([ended?.status, ended?.profiles.map(({ replies }) => replies)], ['completed', [2]]);
    // What comes after its end changes nothing.
    await tell(world, second.id, 'result', [{ replies: [{ person: 'ada', at: now(world), text: 'Late' }] }]);
    assert.equal((await world.user.call('GET /api/replies', { query: {} })).pagination.totalItems, 2);
  },
);

engineTest('who cannot be read is refused in words, and failures are told', async (world) => {
  const { user, agent, app } = world;
  assert.match((await refusal(readReplies(world))).message, /None of your machines can read replies/);
  const shop = await reader(world);
  assert.match((await refusal(readReplies(world))).message, /nothing to read/);
  await wroteTo(world, ['ada'], shop);
  const stranger = await app.signUp();
  const theirs = stranger.call('POST /api/replies/read', { body: { profile_ids: [shop] } });
  assert.equal((await refusal(theirs)).status, 404);
  assert.equal((await stranger.call('GET /api/replies/reading')).reading, null);
  assert.equal((await refusal(readReplies(world, []))).status, 400);

  // Only an agent that reads replies is given the request.
  const { request_id } = await readReplies(world);
  await agent.report({ folders: ['/p/shop'] });
  assert.deepEqual(await requests(world), []);
  await agent.report({ folders: ['/p/shop'], reads_replies: true });
  assert.equal((await requests(world))[0]?.id, request_id);
  for (const [told, words] of [
    [{ read_to: 'yesterday' }, /read_to must be a moment with its zone/],
    [{ replies: [{ person: 'ada', at: 'now', text: 'x' }] }, /a moment with its zone/],
    [{ replies: [{ person: [], at: now(world), text: 'x' }] }, /replies/],
    [
      { replies: Array.from({ length: 501 }, () => ({ person: 'ada', at: now(world), text: 'x' })) },
      /replies/,
    ],
  ] as const) {
    const { status, message } = await refusal(tell(world, request_id, 'progress', [told as Told]));
    assert.deepEqual([status, words.test(message)], [400, true], message);
  }
  // Of a profile that was not asked for nothing is recorded.
  const ofOther = { path: '/p/other', replies: [{ person: 'ada', at: now(world), text: 'Yes' }] };
  await tell(world, request_id, 'progress', [ofOther, { error: 'Nobody is signed in.' }]);
  await tell(world, request_id, 'result', [{ error: 'Nobody is signed in.' }]);
  const failed = await reading(world);
  assert.deepEqual(
    failed?.profiles.map(({ state, error }) => [state, error]),
    [['failed', 'Nobody is signed in.']],
  );
  assert.equal((await user.call('GET /api/replies', { query: {} })).pagination.totalItems, 0);
  assert.equal((await user.call('GET /api/settings/replies')).reads_replies, true);

  await readReplies(world);
  world.turn(300);
  await expireRequests(app.deps);
  const unanswered = await reading(world);
  assert.deepEqual(
    [unanswered?.status, unanswered?.error_message, unanswered?.profiles[0]?.state],
    ['failed', 'The agent did not answer in time', 'failed'],
  );
});
