import type { Condition } from '@pigeonpost/contract/people/conditions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { andOfKind, statusesOf } from './filter-queries.ts';
import { doNotContact } from './queries.ts';

interface Asking {
  now: Date;
  /**
   * `each` looks every person up by name, as a short part of a list needs it; otherwise the planner may read a whole
   * table once.
   */
  each?: boolean;
}

/** For a query over `recipients`: 'and' and all of these conditions (docs/behaviour.md#conditions). */
export function andMeets(conditions: readonly Condition[], asking: Asking): RawBuilder<unknown> {
  return sql.join(
    conditions.map((condition) => sql`and ${meets(condition, asking)}`),
    sql` `,
  );
}

function meets(condition: Condition, { now, each }: Asking): RawBuilder<SqlBool> {
  // A subquery with an offset is no join: it is asked for each row.
  const end = each ? sql`offset 0` : sql``;
  const known = (has: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from people where people.user_id = recipients.user_id and people.recipient = recipients.recipient
      and ${has} ${end})`;
  const noted = (has: RawBuilder<unknown>) => sql<SqlBool>`exists (
    select from message_ledger l where l.user_id = recipients.user_id and l.recipient = recipients.recipient
      and ${has} ${end})`;
  switch (condition.kind) {
    case 'field':
      return meetsField(condition, known);
    case 'tag':
      return not(condition, known(sql`people.tags @> array[${condition.id}::bigint]`));
    case 'list':
      return not(
        condition,
        sql`exists (
          select from recipients other where other.user_id = recipients.user_id
            and other.list_id = ${condition.id} and other.recipient = recipients.recipient ${end})`,
      );
    case 'status':
      return sql`(recipients.status = any (${[...statusesOf(condition.status)]}) ${andOfKind(condition.status)})`;
    case 'replied':
      if (condition.test === 'within') return noted(sql`l.replied_at > ${daysBefore(now, condition.days)}`);
      return condition.test === 'ever' ? noted(REPLIED) : sql`not ${noted(REPLIED)}`;
    case 'messaged': {
      const messaged = sql`messaged_at(l, ${now}::timestamptz)`;
      if (condition.test === 'never') return sql`not ${noted(sql`${messaged} is not null`)}`;
      const within = noted(sql`${messaged} > ${daysBefore(now, condition.days)}`);
      return condition.test === 'within' ? within : sql`not ${within}`;
    }
    case 'do_not_contact':
      return not(condition, doNotContact);
    case 'source': {
      const stated = known(sql`exists (select from sources x
        where x.user_id = people.user_id and x.id = any (people.sources) and x.withdrawn_at is null)`);
      return condition.test === 'stated' ? stated : sql`not ${stated}`;
    }
  }
}

const REPLIED = sql`l.replied_at is not null`;

/** Texts are compared whatever their case. Who has no value is not what is asked for. */
function meetsField(
  condition: Extract<Condition, { kind: 'field' }>,
  known: (has: RawBuilder<unknown>) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const key = String(condition.id);
  const filled = known(sql`people.fields ? ${key}`);
  if (!('value' in condition)) return condition.test === 'filled' ? filled : sql`not ${filled}`;
  const value = sql`lower(people.fields ->> ${key})`;
  const wanted = sql`lower(${condition.value})`;
  if (condition.test === 'contains') return known(sql`strpos(${value}, ${wanted}) > 0`);
  const is = known(sql`${value} = ${wanted}`);
  return condition.test === 'is' ? is : sql`not ${is}`;
}

function not({ test }: { test: 'is' | 'is_not' }, is: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return test === 'is' ? is : sql`not ${is}`;
}

const DAY_MS = 86_400_000;

const daysBefore = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MS)}::timestamptz`;
