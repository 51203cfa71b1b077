import assert from 'node:assert/strict';
import { canaryRoom } from '@pigeonpost/contract/rules/caps';
import type { CanaryFacts, Profile } from '@pigeonpost/contract/rules/facts';
import { isCountingDown, isEligible, maySend } from '@pigeonpost/contract/rules/time';
import { seededRandom } from '../../model/random.ts';
import { engineTest } from '../testing/engine-world.ts';
import { type AccountRow, type CampaignRow, readAccount, readCampaign } from './read-facts.ts';

// Lists and the sweep ask the database who may send. Whatever is drawn, both judge alike.

const NOW = Date.parse('2026-11-02T09:00:00Z');
const DAY = 86_400_000;
const PROFILES = 1500;

const random = seededRandom(20_261_130);
const oneOf = <T>(...all: T[]): T => all[Math.floor(random() * all.length)] as T;
const moment = (...offsets: number[]) => new Date(NOW + oneOf(...offsets)).toISOString();
const maybe = <T>(draw: () => T): T | null => (random() < 0.5 ? draw() : null);

engineTest(
  'who may send is the same in SQL',
  async ({
    app: {
      database: { pool },
    },
    profile,
    user,
  }) => {
    await profile('one');
    const drawn = Array.from({ length: PROFILES }, () => ({
      user: {
        is_active: random() < 0.9,
        role: oneOf('admin', 'user', 'user'),
        subscription_end_date: maybe(() => moment(0, 1, -DAY, DAY)),
      },
      profile: {
        is_active: random() < 0.9,
        deleted_at: oneOf(null, null, moment(0)),
        blocked_at: oneOf(null, null, moment(0)),
        signed_out_at: oneOf(null, null, moment(0)),
      },
      countdown_until: maybe(() => moment(-1, 0, 1, 120_000, 120_001)),
      canary: maybe(() => 1 + Math.floor(random() * 5)),
      is_canary_over: random() < 0.3,
      total_sent: Math.floor(random() * 3),
      total_failed: Math.floor(random() * 3),
      in_work: Math.floor(random() * 3),
    }));
    const { rows } = await pool.query<{
      account: AccountRow;
      campaign: CampaignRow;
      profile: Profile;
      may_send: boolean;
      is_eligible: boolean;
      is_counting_down: boolean;
      canary_room: number | null;
      canary: CanaryFacts;
    }>(
      `select account_facts(u, s) as account, profile_facts(p) as profile, campaign_facts(c) as campaign,
      may_send(u, at) as may_send, is_eligible(p) as is_eligible,
      is_counting_down(c.countdown_until, at) as is_counting_down, canary_room(c, g) as canary_room, one as canary
    from jsonb_array_elements($2::jsonb) drawn (one)
    cross join (select $3::timestamptz as at) moment
    join users known on known.id = $1 join settings s on s.user_id = known.id
    join profiles any_profile on any_profile.user_id = known.id
    cross join lateral jsonb_populate_record(known, one->'user') u
    cross join lateral jsonb_populate_record(any_profile, one->'profile') p
    cross join lateral jsonb_populate_record(null::campaigns, one) c
    cross join lateral jsonb_populate_record(null::campaign_progress, one) g`,
      [user.id, JSON.stringify(drawn), new Date(NOW)],
    );
    assert.equal(rows.length, PROFILES);
    for (const { account: row, campaign, profile, canary, ...judged } of rows) {
      const account = readAccount(row);
      const room = canaryRoom(canary);
      assert.deepEqual(
        {
          may_send: maySend(account, NOW),
          is_eligible: isEligible(profile),
          is_counting_down: isCountingDown(readCampaign(campaign), NOW),
          canary_room: room === Number.POSITIVE_INFINITY ? null : room,
        },
        judged,
        JSON.stringify(profile),
      );
    }
    for (const verdict of ['may_send', 'is_eligible', 'is_counting_down'] as const)
      assert.deepEqual(new Set(rows.map((row) => row[verdict])), new Set([true, false]), verdict);
  },
);
