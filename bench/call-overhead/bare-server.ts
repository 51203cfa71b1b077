import { SEARCH_PATH } from '@pigeonpost/server/database/functions';
import { Tx, TxConnection } from '@pigeonpost/server/database/transaction';
import { databaseValues } from '@pigeonpost/server/database/values';
import { listCampaigns } from '@pigeonpost/server/features/campaigns/list-queries';
import fastify from 'fastify';
import pg from 'pg';

// One page of a user's campaigns by the product's own statements, and nothing else.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, types: databaseValues, max: 20 });
pool.on('connect', (client) => void client.query(`set search_path = ${SEARCH_PATH}`));
const app = fastify();

app.get<{ Querystring: { user_id: string } }>('/campaigns', async ({ query }) => {
  const client = await pool.connect();
  const connection = new TxConnection(client, '');
  try {
    return await listCampaigns(new Tx(connection), {
      user_id: Number(query.user_id),
      search: undefined,
      status: undefined,
      range: {},
      waiting_ids: [],
      sort_by: 'under_way',
      slice: { page: 1, limit: 10, offset: 0 },
      now: new Date(),
    });
  } finally {
    connection.end();
    client.release();
  }
});

process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
