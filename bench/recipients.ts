import assert from 'node:assert/strict';
import type { RecipientSort, RecipientStatus } from '@pigeonpost/contract/recipients';
import { fillList } from './data/fill-list.ts';
import { type Figure, reportFigures, showWaits } from './figures.ts';
import { type Taken, timeCall } from './processor-per-call.ts';
import { startBenchServer } from './server.ts';

// How long a page of a list's recipients takes over HTTP, wherever it lies, in every order, by status and by search:
// `node bench/recipients.ts [names] [pages]`. The pages of one way of asking lie evenly from the first to the last, and
// are asked for in an order of chance; at last with two fields of each person. Each must hold the rows that a plain query of all of them finds in its place.
const NAMES = Number(process.argv[2] ?? 1_000_000);
const PAGES = Number(process.argv[3] ?? 40);
const PAGE_SIZE = 50;
const AIM = 'worst < 500 ms';

interface Ask {
  what: string;
  sort_by: RecipientSort;
  status?: RecipientStatus;
  search?: string;
  /** The ids of the fields that it shows of each person. */
  fields?: number[];
}

const ASKS: Ask[] = [
  { what: 'newest first', sort_by: 'added_desc' },
  { what: 'by name', sort_by: 'name_asc' },
  { what: 'by status', sort_by: 'status_asc' },
  { what: 'pending, newest first', sort_by: 'added_desc', status: 'pending' },
  { what: 'pending, by name', sort_by: 'name_asc', status: 'pending' },
  { what: 'not found, by name', sort_by: 'name_asc', status: 'not_found' },
  { what: "search 'a' (a third and more)", sort_by: 'added_desc', search: 'a' },
  { what: "search 'abc' (one in 700)", sort_by: 'added_desc', search: 'abc' },
  { what: "search 'abcde', by name", sort_by: 'name_asc', search: 'abcde' },
  { what: "search 'abc' in sent", sort_by: 'added_desc', search: 'abc', status: 'sent' },
  { what: 'search of what is not there', sort_by: 'added_desc', search: 'zzzz' },
];

const ORDERS: Partial<Record<RecipientSort, string>> = {
  added_desc: 'id desc',
  name_asc: 'recipient',
  status_asc: `array_position(array['pending', 'sent', 'failed', 'not_found'], status), id desc`,
};

const server = await startBenchServer();
try {
  const { user } = await server.call('GET /api/auth/profile');
  const id = await fillList(server.database, { user_id: user.id, name: 'Everybody', names: NAMES });
  const figures: Figure[] = [];
  for (const { what, ...ask } of ASKS) figures.push(await measure(id, what, ask));
  const fields = await fillFields(user.id);
  for (const [what, sort_by] of [
    ['newest first, with two fields', 'added_desc'],
    ['by name, with two fields', 'name_asc'],
  ] as const)
    figures.push(await measure(id, what, { sort_by, fields }));
  reportFigures({
    figures,
    notes: [
      `${NAMES.toLocaleString('en-US')} names, ${PAGES} pages of ${PAGE_SIZE} of each kind; p50, p95, worst.`,
      'A page of each kind holds the rows that a plain query finds.',
    ],
  });
} finally {
  await server.stop();
}

/** Two values for everybody. */
async function fillFields(user_id: number): Promise<number[]> {
  const { rows } = await server.database.query<{ id: string }>(
    `insert into fields (user_id, name, label, created_at)
    values ($1, 'first_name', 'First name', now()), ($1, 'city', 'City', now()) returning id`,
    [user_id],
  );
  const ids = rows.map(({ id }) => id);
  await server.database.query(
    `insert into people (user_id, recipient, fields)
    select user_id, recipient, jsonb_build_object($2::text, 'Ann', $3::text, 'Oslo') from recipients where user_id = $1`,
    [user_id, ...ids],
  );
  await server.database.query('vacuum analyze people');
  await server.database.query('checkpoint');
  return ids.map(Number);
}

async function measure(id: number, what: string, ask: Omit<Ask, 'what'>): Promise<Figure> {
  const { fields, ...query } = ask;
  const fetchPage = async (page: number) => {
    const answer = await server.call('GET /api/lists/{id}/recipients', {
      params: { id },
      query: { ...query, ...(fields && { fields: fields.join() }), page, limit: PAGE_SIZE },
    });
    for (const recipient of answer.recipients)
      assert.equal(Object.keys(recipient.fields ?? {}).length, fields?.length ?? 0);
    return answer;
  };
  const { pagination } = await fetchPage(1);
  const pages = spread(Math.max(1, pagination.pages));
  const waits: Taken[] = [];
  for (const page of pages) waits.push(await timeCall(server, () => fetchPage(page)));
  await assertPage(id, ask, { page: pages[0] ?? 1, answered: await fetchPage(pages[0] ?? 1) });
  const processor = showWaits(waits.map(({ processorMs }) => processorMs));
  return { what, ours: `${showWaits(waits.map(({ ms }) => ms))}; processor time ${processor}`, aim: AIM };
}

/** Pages from the first to the last, in an order of chance. */
function spread(last: number): number[] {
  const pages = Array.from({ length: PAGES }, (_, index) =>
    Math.max(1, Math.ceil((last * (index + 1)) / PAGES)),
  );
  return pages
    .map((page) => ({ page, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ page }) => page);
}

async function assertPage(
  id: number,
  { sort_by, status, search }: Omit<Ask, 'what'>,
  {
    page,
    answered,
  }: { page: number; answered: { recipients: { id: number }[]; pagination: { total: number } } },
): Promise<void> {
  const found = `from recipients where list_id = $1 and ($2::text is null or status = $2)
    and ($3::text is null or strpos(recipient, $3) > 0)`;
  const values = [id, status, search];
  const rows = await server.database.query<{ id: string }>(
    `select id ${found} order by ${ORDERS[sort_by]} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`,
    values,
  );
  const count = await server.database.query<{ count: string }>(`select count(*) ${found}`, values);
  assert.deepEqual(
    answered.recipients.map((recipient) => recipient.id),
    rows.rows.map((row) => Number(row.id)),
    `Page ${page} of ${JSON.stringify({ sort_by, status, search })} is not what it should be.`,
  );
  assert.equal(answered.pagination.total, Number(count.rows[0]?.count));
}
