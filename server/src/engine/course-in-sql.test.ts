import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CourseFacts, judgeCourse } from '@pigeonpost/contract/rules/complete';
import { seededRandom } from '../../model/random.ts';
import { callWithin } from '../database/transactions.ts';
import { startWorld } from '../testing/engine-world.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';
import { findUnfinished } from './sweep-queries.ts';

// The sweep, and a step that knows of nobody in work, ask the database first which campaigns have to be judged. Whatever is drawn,
// they find each one that the rule ends or pauses.

const NOW = new Date('2026-11-02T09:00:00Z');
const HOUR = 3_600_000;
const DRAWS = 600;

const random = seededRandom(20_261_201);
const oneOf = <T>(...all: T[]): T => all[Math.floor(random() * all.length)] as T;
const moment = (...offsets: number[]) => new Date(NOW.getTime() + oneOf(...offsets));

/** What the tables say of one campaign of one user, with two profiles and three names. */
const STATEMENTS = [
  {
    text: 'update users set is_active = $1, subscription_end_date = $2',
    draw: () => [random() < 0.9, moment(0, HOUR, HOUR, HOUR)],
  },
  {
    text: `update campaigns set status = 'running', not_after = $1, canary = $2, is_canary_over = $3, mark = $4,
      follows_campaign_id = $5::bigint, nth_follow_up = $5::bigint`,
    draw: () => [
      oneOf(null, null, null, moment(0, HOUR)),
      oneOf(null, 1, 2),
      random() < 0.2,
      oneOf(0, 2, 3, 3),
      oneOf(null, 1),
    ],
  },
  {
    text: `update campaign_progress set in_work = $1, total_sent = $2, total_failed = $3, cursor = $4, shared_cursor = $5,
      passed = $6`,
    draw: () => [oneOf(0, 0, 0, 1), oneOf(0, 1), oneOf(0, 1), oneOf(0, 2, 3), oneOf(0, 2, 3), random() < 0.1],
  },
  {
    text: 'update profiles set is_active = $1, blocked_at = $2, signed_out_at = $3 where id = $4',
    draw: (id: number) => [random() < 0.8, oneOf(null, null, NOW), oneOf(null, null, NOW), id],
  },
  {
    text: 'update campaign_profiles set cursor = $1 where profile_id = $2',
    draw: (id: number) => [oneOf(0, 2, 3), id],
  },
] as const;

interface Told {
  campaigns: (Omit<CourseFacts, 'account' | 'campaign'> & { user_id: number; campaign: CampaignRow })[];
  accounts: Record<number, AccountRow>;
}

test('who asks the database first finds each campaign that the rule ends or pauses', async (t) => {
  const world = await startWorld(t);
  const { app, user } = world;
  const list = await world.list(['ada', 'bo', 'cy']);
  const profiles = [await world.profile('one'), await world.profile('two')];
  const campaign_id = await world.campaign({ list, profiles });
  await world.start(campaign_id);
  await app.database.pool.query(
    `update recipients r set position = line.nth
    from (select id, row_number() over (order by id) as nth from recipients) line where line.id = r.id`,
  );
  const kinds = new Set<string>();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    for (const { text, draw } of STATEMENTS)
      for (const id of text.includes('profile') && text.includes('where') ? profiles : [0])
        await app.database.pool.query(text, draw(id));
    for (const id of [1, 2, 3])
      await app.database.pool.query(
        'update recipients set status = $1, campaign_id = $2, profile_id = $3 where position = $4',
        [
          oneOf('pending', 'sent'),
          oneOf(null, null, campaign_id + 1),
          oneOf(null, ...profiles, ...profiles),
          id,
        ],
      );
    await app.deps.asSystem('a test', async (tx) => {
      const read = (of: object) => callWithin<Told>(tx, 'course_facts', [JSON.stringify([of])]);
      const { campaigns, accounts } = await read({ user_id: user.id });
      const [{ user_id, ...row } = assert.fail()] = campaigns;
      const account = readAccount(accounts[user_id] as AccountRow);
      const facts: CourseFacts = { ...row, account, campaign: readCampaign(row.campaign) };
      const running = judgeCourse(facts, NOW.getTime());
      const paused = judgeCourse(
        { ...facts, campaign: { ...facts.campaign, status: 'paused' } },
        NOW.getTime(),
      );
      const isSwept = (await findUnfinished(tx, NOW, [user.id])).length === 1;
      const isNamed = (await read({ user_id, campaign_id })).campaigns.length === 1;
      const drawn = JSON.stringify(facts);
      if (running.kind !== 'goes_on') assert.ok(isSwept, drawn);
      if (paused.kind !== 'goes_on') assert.ok(isNamed, drawn);
      if (facts.in_work > 0) assert.ok(!isNamed, drawn);
      else if (running.kind === 'pauses' && running.pause.kind === 'own_profiles') assert.ok(isNamed, drawn);
      kinds.add(running.kind === 'pauses' ? `${running.pause.kind} ${facts.in_work}` : running.kind);
      if (running.kind === 'goes_on' && !isSwept) kinds.add('is left alone');
    });
  }
  const pauses = ['account', 'subscription', 'last_moment', 'profiles', 'signed_out', 'own_profiles'];
  const all = pauses.flatMap((kind) => [`${kind} 0`, `${kind} 1`]);
  for (const kind of [...all, 'review 0', 'ends', 'goes_on', 'is left alone'])
    assert.ok(kinds.has(kind), kind);
});
