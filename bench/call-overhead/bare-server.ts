import { campaignCan } from '@pigeonpost/contract/campaigns';
import { systemClock } from '@pigeonpost/server/clock';
import { SEARCH_PATH } from '@pigeonpost/server/database/functions';
import { runStatement } from '@pigeonpost/server/database/run-statement';
import type { Database } from '@pigeonpost/server/database/tables';
import type { Tx } from '@pigeonpost/server/database/transaction';
import { databaseValues } from '@pigeonpost/server/database/values';
import type { Deps } from '@pigeonpost/server/deps';
import { findStartRefusals } from '@pigeonpost/server/engine/start/start-refusal';
import { listCampaigns } from '@pigeonpost/server/features/campaigns/list-queries';
import { describeCampaign, readRunning } from '@pigeonpost/server/features/campaigns/standstill/standstill';
import fastify from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

// One page of a user's campaigns by the product's own statements, prepared in the same way, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, types: databaseValues, max: 20 });
pool.on('connect', (client) => void client.query(`set search_path = ${SEARCH_PATH}`));
const preparing = {
  async connect() {
    const client = await pool.connect();
    const query = (text: string, values: readonly unknown[]) => runStatement(client, text, [...values]);
    return { query, release: () => client.release() };
  },
} as unknown as PostgresPool;
const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing }) });
const app = fastify();

const deps = { clock: systemClock, config: {} } as Pick<Deps, 'clock' | 'config'>;

app.get<{ Querystring: { user_id: string } }>('/campaigns', async ({ query }) => {
  const tx = database as Tx;
  const user_id = Number(query.user_id);
  const running = await readRunning(tx, { user_id }, deps);
  const { rows } = await listCampaigns(tx, {
    user_id,
    search: undefined,
    status: undefined,
    range: {},
    waiting_ids: [...running.waits.keys()],
    sort_by: 'under_way',
    slice: { page: 1, limit: 10, offset: 0 },
    now: deps.clock.now(),
  });
  const campaign_ids = rows.filter(({ status }) => campaignCan('start', status)).map(({ id }) => id);
  const refusals = await findStartRefusals(tx, { user_id, campaign_ids }, deps.clock.now());
  return {
    campaigns: rows.map((row) => ({
      ...describeCampaign(row, running),
      start_refusal: refusals.get(row.id) ?? null,
    })),
  };
});

process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
