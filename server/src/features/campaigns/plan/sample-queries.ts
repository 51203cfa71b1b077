import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { line, type PeopleSearch } from '../people/people-queries.ts';
import type { PlannedPeople, PlannedText } from './judgement-queries.ts';
import { listSamples, type PlanSample } from './plan-queries.ts';

const SAMPLES = 10;
// Of those behind a place the first who gets it is shown.
const LOOKED_AT_EACH = 10;
// The share of a line whose person is the last one.
const LAST = 1;
const GOLDEN = 0.618_034;

/**
 * People who get a campaign, spread evenly over its line, the last one among them; each draw begins at other places
 * (docs/behaviour.md#plan). It looks at a hundred people or so, however long the line is.
 */
export async function drawSamples(
  tx: Tx,
  text: PlannedText,
  { of, draw, now }: { of: PeopleSearch; draw: number; now: Date },
): Promise<PlanSample[]> {
  const shift = (draw * GOLDEN) % 1;
  const shares = Array.from({ length: SAMPLES }, (_, index) => (index + shift) / SAMPLES);
  const starts = await findPlaces(tx, of, draw === 0 ? [LAST, ...shares] : shares);
  const people: PlannedPeople = ({ limit }) => sql`
    select distinct on (r.position) r.position as place, r.id, r.recipient, null::jsonb as blanks, false as is_taken_out
    from unnest(${starts}::bigint[]) start
    cross join lateral (
      select r.* from ${line(of, { limit: LOOKED_AT_EACH, after: sql`start - 1` })}) r
    order by r.position limit ${limit}`;
  const limit = starts.length * LOOKED_AT_EACH;
  const found = await listSamples(tx, text, { people, after: 0, limit, now });
  const chosen = starts.flatMap((start) => found.find(({ place }) => place >= start) ?? []);
  return [...new Set([...chosen, ...found])];
}

/** The places of a campaign's line behind these shares of it. Places have gaps, so that they are counted in the index. */
async function findPlaces(
  tx: Tx,
  { user_id, campaign_id }: PeopleSearch,
  shares: number[],
): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    with wanted as materialized (
      select least(greatest(l.pending, 1), floor(l.pending * share) + 1)::bigint as nth, ord
      from campaigns c
      join lists l on l.user_id = c.user_id and l.id = c.list_id
      cross join unnest(${shares}::float8[]) with ordinality as w (share, ord)
      where c.user_id = ${user_id} and c.id = ${campaign_id}),
    line as (
      select r.position, row_number() over (order by r.position) as nth
      from campaigns c
      join campaign_progress g on g.user_id = c.user_id and g.campaign_id = c.id
      join recipients r on r.user_id = c.user_id and r.list_id = c.list_id and r.status = 'pending'
        and r.position > case when g.passed then 0 else g.cursor end and (c.mark is null or r.position <= c.mark)
      where c.user_id = ${user_id} and c.id = ${campaign_id})
    select position from line join wanted using (nth) order by ord`.execute(tx);
  return rows.map(({ position }) => position);
}
