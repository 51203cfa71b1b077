import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { databaseValues } from '@pigeonpost/server/database/values';
import pg from 'pg';

// A campaign's log by exceljs's streaming writer, directly into the answer, without guards.
const PAGE_ROWS = 2000;
const LABELS: Record<string, string> = { message_sent: 'Message sent', message_failed: 'Message failed' };

const PAGE = `
  select logs.id, to_char(logs.created_at at time zone users.time_zone, 'DD-MM-YYYY HH24:MI') as time, action,
    profile_name, recipient, message
  from campaign_logs logs join users on users.id = logs.user_id
  where logs.user_id = $1 and campaign_id = $2 and logs.id > $3
  order by logs.id limit ${PAGE_ROWS}`;

interface Line {
  id: number;
  time: string;
  action: string;
  profile_name: string;
  recipient: string;
  message: string;
}

/** The used part of exceljs; its own types are missing if its packages are not installed. */
interface WorkbookWriter {
  addWorksheet(
    name: string,
    options: object,
  ): { columns: object[]; addRow(cells: unknown[]): { commit(): void }; commit(): void };
  commit(): Promise<void>;
}
interface Exceljs {
  stream: { xlsx: { WorkbookWriter: new (options: { stream: ServerResponse }) => WorkbookWriter } };
}

const exceljs: Exceljs = createRequire(import.meta.url)('exceljs');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, types: databaseValues, max: 2 });

const server = createServer(async (request, response) => {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const user_id = Number(query.get('user_id'));
  const campaign_id = Number(query.get('campaign_id'));
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: response });
  const sheet = book.addWorksheet('Log', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = ['Time', 'Action', 'Profile', 'Recipient', 'Message'].map((header) => ({
    header,
    width: 20,
  }));
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { rows }: pg.QueryResult<Line> = await pool.query({
      name: 'page',
      text: PAGE,
      values: [user_id, campaign_id, after],
    });
    for (const { time, action, profile_name, recipient, message } of rows)
      sheet.addRow([time, LABELS[action] ?? action, profile_name, recipient, message]).commit();
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
    await letOthersRun();
  }
  sheet.commit();
  await book.commit();
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
