import type { RawBuilder } from 'kysely';
import { startStopwatch } from '../../../clock.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { PlannedPeople, PlannedText } from './judgement-queries.ts';
import { listPlanned, type PlanGroup, type PlannedPerson } from './plan-queries.ts';

const PAGE = 50;
const FIRST_BATCH = 500;
const GROWTH = 10;
const BATCH_MAX = 100_000;
const SEARCHED_SECONDS = 2;

/** Behind whom a page begins: one of the plan's sources of people, and a place in it. */
export interface Place {
  source: number;
  after: number;
}

interface SeeWho extends PlanGroup {
  people: PlannedPeople[];
  from: Place;
  now: Date;
  doubt?: RawBuilder<string | null>;
  page?: number;
  seconds?: number;
  batchMax?: number;
}

/**
 * The next people of a group, fifty at most unless `page` says more, and where the next page begins; null at the end. It looks for two seconds,
 * so a page of a rare group in a long list may have fewer (docs/behaviour.md#plan).
 */
export async function seeWho(
  tx: Tx,
  text: PlannedText,
  {
    people: sources,
    from,
    page = PAGE,
    seconds: most = SEARCHED_SECONDS,
    batchMax = BATCH_MAX,
    ...wanted
  }: SeeWho,
): Promise<{ people: PlannedPerson[]; next: Place | null }> {
  const seconds = startStopwatch();
  const people: PlannedPerson[] = [];
  let limit = Math.min(FIRST_BATCH, batchMax);
  let { source, after } = from;
  while (source < sources.length) {
    const batch = await listPlanned(tx, text, {
      ...wanted,
      people: sources[source] as PlannedPeople,
      after,
      limit,
      most: page - people.length,
    });
    people.push(...batch.people);
    if (people.length === page) return { people, next: { source, after: people.at(-1)?.place ?? after } };
    const isWhole = batch.looked_at < limit;
    source += isWhole ? 1 : 0;
    after = isWhole ? 0 : (batch.last ?? after);
    limit = Math.min(batchMax, limit * GROWTH);
    if (source < sources.length && seconds() >= most) return { people, next: { source, after } };
  }
  return { people, next: null };
}
