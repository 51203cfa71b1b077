import assert from 'node:assert/strict';
import { fillDeliveries } from './data/fill-deliveries.ts';
import { fillList } from './data/fill-list.ts';
import { type Figure, median, reportFigures, showRatio, showWaits, time } from './figures.ts';
import { startBenchServer } from './server.ts';

// The time of the figures of the dashboard, of the profiles' performance and of the campaigns' page over HTTP at 500
// campaigns, beside one plain aggregation of the deliveries without HTTP, in turns: `node bench/dashboard.ts
// [deliveries] [names] [rounds] [times asked]`. Both must give the same figures. Fifteen campaigns work on the list with the names at
// once.
const DELIVERIES = Number(process.argv[2] ?? 10_000_000);
const NAMES = Number(process.argv[3] ?? 300_000);
const ROUNDS = Number(process.argv[4] ?? 2);
const CAMPAIGNS = 500;
const ASKED_A_ROUND = Number(process.argv[5] ?? 50);
const AIM = 'p95 < 20 ms; 100 times';

const server = await startBenchServer();
const { call, database } = server;

interface Contest {
  what: string;
  /** The figures as a text for comparison. */
  ours(): Promise<unknown>;
  plain(): Promise<unknown>;
}

const SUMS = `count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as failed`;

const CONTESTS: Contest[] = [
  {
    what: 'dashboard',
    async ours() {
      const { stats } = await call('GET /api/campaigns/dashboard-stats', { query: {} });
      return { sent: stats.sent, failed: stats.failed, days: stats.days.map(({ sent }) => sent) };
    },
    async plain() {
      const { rows } = await database.query(`
        select ${SUMS}, (
          select array_agg(coalesce(by_day.sent, 0) order by series)
          from generate_series(now()::date - 29, now()::date, '1 day') series
          left join (select day, count(*) filter (where state = 'sent')::int as sent from deliveries group by day) by_day
            on by_day.day = series::date) as days
        from deliveries`);
      return rows[0];
    },
  },
  {
    what: 'performance of profiles',
    async ours() {
      const query = { page: 1, limit: 10, sort_by: 'messages_sent_desc' } as const;
      const { profilePerformance } = await call('GET /api/profiles/performance', { query });
      return profilePerformance.map(({ messages_sent, messages_failed }) => [messages_sent, messages_failed]);
    },
    async plain() {
      const { rows } = await database.query<{ sent: number; failed: number }>(`
        select ${SUMS}, count(distinct campaign_id) as campaigns from deliveries
        join profiles on profiles.id = profile_id group by profile_id, profile_name
        order by sent desc, lower(profile_name) limit 10`);
      return rows.map(({ sent, failed }) => [sent, failed]);
    },
  },
  {
    what: 'campaigns, under way first',
    ours: () => askCampaigns('under_way'),
    plain: () =>
      aggregateCampaigns(
        `case status when 'running' then 0 when 'paused' then 1 else 2 end, campaigns.id desc`,
      ),
  },
  {
    what: 'campaigns by progress',
    ours: () => askCampaigns('progress_desc'),
    plain: () =>
      aggregateCampaigns(`count(*)::float
        / (count(*) + case when status = 'completed' then 0 else max(lists.pending) end) desc, campaigns.id desc`),
  },
];

try {
  const { user } = await call('GET /api/auth/profile');
  const list_id = await fillList(database, { user_id: user.id, name: 'Everybody', names: NAMES });
  await fillDeliveries(database, { user_id: user.id, deliveries: DELIVERIES, campaigns: CAMPAIGNS, list_id });
  const figures: Figure[] = [];
  for (const contest of CONTESTS) figures.push(await measure(contest));
  reportFigures({
    figures,
    notes: [
      `${DELIVERIES.toLocaleString('en-US')} deliveries of ${CAMPAIGNS} campaigns; fifteen of them under way on one list of ${NAMES.toLocaleString('en-US')} names.`,
      'p50, p95, worst. Ours over HTTP with row-level security; the peer one statement on a bare connection. Both gave the same figures.',
    ],
  });
} finally {
  await server.stop();
}

async function askCampaigns(sort_by: 'under_way' | 'progress_desc'): Promise<unknown> {
  const { campaigns } = await call('GET /api/campaigns', { query: { page: 1, limit: 10, sort_by } });
  return campaigns.map(({ id, total_sent, total_failed }) => [id, total_sent, total_failed]);
}

async function aggregateCampaigns(order: string): Promise<unknown> {
  const { rows } = await database.query<{ id: string; sent: number; failed: number }>(`
    select campaigns.id, ${SUMS} from campaigns
    join deliveries on deliveries.user_id = campaigns.user_id and campaign_id = campaigns.id
    left join lists on lists.user_id = campaigns.user_id and lists.id = list_id
    group by campaigns.user_id, campaigns.id order by ${order} limit 10`);
  return rows.map(({ id, sent, failed }) => [Number(id), sent, failed]);
}

async function measure({ what, ours, plain }: Contest): Promise<Figure> {
  const own = await ours();
  const waits: number[] = [];
  const medians: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const asked: number[] = [];
    for (let n = 0; n < ASKED_A_ROUND; n++) asked.push(await time(ours));
    waits.push(...asked);
    medians.push(median(asked));
    let others: unknown;
    peers.push(
      await time(async () => {
        others = await plain();
      }),
    );
    assert.deepEqual(own, others, `The figures of ${what} differ.`);
  }
  return {
    what,
    ours: showWaits(waits),
    peer: showWaits(peers, [0.5, 1]),
    ratio: `${showRatio(peers, medians)} times faster`,
    aim: AIM,
  };
}
