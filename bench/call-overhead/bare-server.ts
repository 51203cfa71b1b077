import { SEARCH_PATH } from '@pigeonpost/server/database/functions';
import { runStatement } from '@pigeonpost/server/database/run-statement';
import type { Database } from '@pigeonpost/server/database/tables';
import type { Tx } from '@pigeonpost/server/database/transaction';
import { databaseValues } from '@pigeonpost/server/database/values';
import { listCampaigns } from '@pigeonpost/server/features/campaigns/list-queries';
import fastify from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

// One page of a user's campaigns by the product's own statements, prepared as there, and nothing else.
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

app.get<{ Querystring: { user_id: string } }>('/campaigns', ({ query }) =>
  listCampaigns(database as Tx, {
    user_id: Number(query.user_id),
    search: undefined,
    status: undefined,
    range: {},
    waiting_ids: [],
    sort_by: 'under_way',
    slice: { page: 1, limit: 10, offset: 0 },
    now: new Date(),
  }),
);

process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
