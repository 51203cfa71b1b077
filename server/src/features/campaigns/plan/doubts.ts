import type { DoubtGroup, Plan } from '@pigeonpost/contract/calls/plans';
import { reasonWords } from '@pigeonpost/contract/reasons';
import type { Tx } from '../../../database/transaction.ts';
import { type Doubtful, type DoubtsOf, doubtOf, findDoubtful, peopleLeft } from './doubt-queries.ts';
import type { PlannedPeople, PlannedText } from './judgement-queries.ts';
import { findLeftOutReason } from './leave-out.ts';
import { isDoubtGroup, type PlanGroup, type PlannedPerson } from './plan-queries.ts';
import { type Place, seeWho } from './see-who.ts';

const COUNTED = 10_000;
const COUNTED_SECONDS = 1;
const TAKEN_OUT_AT_ONCE = 5_000;
const START: Place = { source: 0, after: 0 };
// Looks at an index in one query.
const LOOKS_MAX = 100_000;

type Doubting = { of: DoubtsOf; people: PlannedPeople[]; now: Date };

/** The doubts about those who will get it, by group (docs/behaviour.md#plan). */
export async function countDoubts(
  tx: Tx,
  text: PlannedText,
  { of, people, now }: Doubting,
): Promise<Plan['look']> {
  const doubtful = await findDoubtful(tx, of);
  const groups = groupsOf(doubtful);
  const doubt: Plan['look'] = [];
  for (const group of groups) {
    const found = await seeWho(tx, text, {
      ...wantedOf(group, { of, follows: text.follows, doubtful, now }),
      people,
      from: START,
      page: COUNTED,
      seconds: COUNTED_SECONDS / groups.length,
    });
    const names = new Set(found.people.map((person) => person.doubt));
    const [campaign = null] = group === 'elsewhere' && names.size === 1 ? names : [];
    if (found.people.length > 0)
      doubt.push({ group, count: found.people.length, is_exact: found.next === null, campaign });
  }
  return doubt;
}

/** A group of a plan; of a reason that has several, its `field` there. */
type Chosen = Pick<PlanGroup, 'group'> & { field: string | null };

type Seen = Omit<PlannedPerson, 'reason'> & { reason: string | null };

/** The people of any group of a plan, a page at a time, each with why. */
export async function seeGroup(
  tx: Tx,
  text: PlannedText,
  { of, group, field, ...page }: Doubting & Chosen & { from: Place },
): Promise<{ people: Seen[]; next: Place | null }> {
  if (!isDoubtGroup(group)) {
    const values = await findValues(tx, text, { group, field });
    if (!values) return { people: [], next: null };
    const { people, next } = await seeWho(tx, text, { ...page, group, values });
    return {
      people: people.map(({ reason, ...one }) => ({ ...one, reason: reason && reasonWords(reason) })),
      next,
    };
  }
  const doubtful = await findDoubtful(tx, of);
  if (!groupsOf(doubtful).includes(group)) return { people: [], next: null };
  const { people, next } = await seeWho(tx, text, {
    ...page,
    ...wantedOf(group, { of, follows: text.follows, doubtful, now: page.now }),
  });
  return { people: people.map((person) => ({ ...person, reason: reasonOf(group, person.doubt) })), next };
}

/** The values that a reason of this group has; undefined: nobody has it. */
async function findValues(
  tx: Tx,
  { user_id, leave_out }: PlannedText,
  { group, field }: Chosen,
): Promise<object | undefined> {
  if (field !== null && group === 'unfilled') return { blank: field };
  if (field !== null && group === 'left_out')
    return findLeftOutReason(tx, { user_id, leave_out, words: field });
  return {};
}

/** The ids of the next people of a group who can be taken out, and how far they were looked for; null: to the end. */
export async function findGroupIds(
  tx: Tx,
  text: PlannedText,
  { of, group, after_id, now }: { of: DoubtsOf; group: DoubtGroup; after_id: number; now: Date },
): Promise<{ ids: number[]; last_id: number | null }> {
  const doubtful = await findDoubtful(tx, of);
  if (!groupsOf(doubtful).includes(group)) return { ids: [], last_id: null };
  const { people, next } = await seeWho(tx, text, {
    ...wantedOf(group, { of, follows: text.follows, doubtful, now }),
    people: [peopleLeft(of)],
    from: { source: 0, after: after_id },
    page: TAKEN_OUT_AT_ONCE,
  });
  return { ids: people.map(({ recipient_id }) => recipient_id), last_id: next?.after ?? null };
}

function groupsOf({ may_repeat, others, has_messaged, has_unknown }: Doubtful): DoubtGroup[] {
  const groups: DoubtGroup[] = [];
  if (may_repeat && others.length > 0) groups.push('elsewhere');
  if (may_repeat && has_messaged) groups.push('recently');
  if (has_unknown) groups.push('unknown');
  return groups;
}

function wantedOf(
  group: DoubtGroup,
  {
    of,
    follows,
    doubtful: { others },
    now,
  }: { of: DoubtsOf; follows: boolean; doubtful: Doubtful; now: Date },
) {
  const doubt = doubtOf(group, { user_id: of.user_id, follows, others, now });
  const batchMax = Math.floor(LOOKS_MAX / (group === 'elsewhere' ? Math.max(1, others.length) : 1));
  return { group, values: {}, doubt, batchMax, now };
}

function reasonOf(group: DoubtGroup, doubt: string | null): string {
  if (group === 'elsewhere') return `Also pending in ${doubt}`;
  return group === 'recently' ? `Messaged on ${doubt}` : `The site did not know this name on ${doubt}`;
}
