import type { LookGroup, Plan } from '@pigeonpost/contract/calls/plans';
import { reasonWords } from '@pigeonpost/contract/reasons';
import type { Tx } from '../../../database/transaction.ts';
import type { PlannedPeople, PlannedText } from './judgement-queries.ts';
import { findLeftOutReason } from './leave-out.ts';
import { findLookable, type Lookable, type LookedAt, lookOf, peopleLeft } from './look-queries.ts';
import { isLookGroup, type PlanGroup, type PlannedPerson } from './plan-queries.ts';
import { type Place, seeWho } from './see-who.ts';

const COUNTED = 10_000;
const COUNTED_SECONDS = 1;
const TAKEN_OUT_AT_ONCE = 5_000;
const START: Place = { source: 0, after: 0 };
// Looks at an index in one query.
const LOOKS_MAX = 100_000;

type Looking = { of: LookedAt; people: PlannedPeople[]; now: Date };

/** The groups of those who will get it that are worth a look (docs/behaviour.md#plan). */
export async function countLook(
  tx: Tx,
  text: PlannedText,
  { of, people, now }: Looking,
): Promise<Plan['look']> {
  const lookable = await findLookable(tx, of);
  const groups = groupsOf(lookable);
  const look: Plan['look'] = [];
  for (const group of groups) {
    const found = await seeWho(tx, text, {
      ...wantedOf(group, { of, follows: text.follows, lookable, now }),
      people,
      from: START,
      page: COUNTED,
      seconds: COUNTED_SECONDS / groups.length,
    });
    const names = new Set(found.people.map((person) => person.look));
    const [campaign = null] = group === 'elsewhere' && names.size === 1 ? names : [];
    if (found.people.length > 0)
      look.push({ group, count: found.people.length, is_exact: found.next === null, campaign });
  }
  return look;
}

/** A group of a plan; of a reason that has several, its `field` there. */
type Chosen = Pick<PlanGroup, 'group'> & { field: string | null };

type Seen = Omit<PlannedPerson, 'reason'> & { reason: string | null };

/** The people of any group of a plan, a page at a time, each with why. */
export async function seeGroup(
  tx: Tx,
  text: PlannedText,
  { of, group, field, ...page }: Looking & Chosen & { from: Place },
): Promise<{ people: Seen[]; next: Place | null }> {
  if (!isLookGroup(group)) {
    const values = await findValues(tx, text, { group, field });
    if (!values) return { people: [], next: null };
    const { people, next } = await seeWho(tx, text, { ...page, group, values });
    return {
      people: people.map(({ reason, ...one }) => ({ ...one, reason: reason && reasonWords(reason) })),
      next,
    };
  }
  const lookable = await findLookable(tx, of);
  if (!groupsOf(lookable).includes(group)) return { people: [], next: null };
  const { people, next } = await seeWho(tx, text, {
    ...page,
    ...wantedOf(group, { of, follows: text.follows, lookable, now: page.now }),
  });
  return { people: people.map((person) => ({ ...person, reason: reasonOf(group, person.look) })), next };
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
  { of, group, after_id, now }: { of: LookedAt; group: LookGroup; after_id: number; now: Date },
): Promise<{ ids: number[]; last_id: number | null }> {
  const lookable = await findLookable(tx, of);
  if (!groupsOf(lookable).includes(group)) return { ids: [], last_id: null };
  const { people, next } = await seeWho(tx, text, {
    ...wantedOf(group, { of, follows: text.follows, lookable, now }),
    people: [peopleLeft(of)],
    from: { source: 0, after: after_id },
    page: TAKEN_OUT_AT_ONCE,
  });
  return { ids: people.map(({ recipient_id }) => recipient_id), last_id: next?.after ?? null };
}

function groupsOf({ may_repeat, others, has_messaged, has_unknown }: Lookable): LookGroup[] {
  const groups: LookGroup[] = [];
  if (may_repeat && others.length > 0) groups.push('elsewhere');
  if (may_repeat && has_messaged) groups.push('recently');
  if (has_unknown) groups.push('unknown');
  return groups;
}

function wantedOf(
  group: LookGroup,
  {
    of,
    follows,
    lookable: { others },
    now,
  }: { of: LookedAt; follows: boolean; lookable: Lookable; now: Date },
) {
  const look = lookOf(group, { user_id: of.user_id, follows, others, now });
  const batchMax = Math.floor(LOOKS_MAX / (group === 'elsewhere' ? Math.max(1, others.length) : 1));
  return { group, values: {}, look, batchMax, now };
}

function reasonOf(group: LookGroup, look: string | null): string {
  if (group === 'elsewhere') return `Also pending in ${look}`;
  return group === 'recently' ? `Messaged on ${look}` : `The site did not know this name on ${look}`;
}
