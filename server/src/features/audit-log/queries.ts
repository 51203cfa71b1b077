import type { AuditKind } from '@pigeonpost/contract/account/audit-log';
import type { AuditEntry } from '@pigeonpost/contract/calls/audit-log';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../database/transaction.ts';
import type { Slice } from '../../http/paging.ts';

interface Filter {
  /** The owner; undefined for all users. */
  user_id?: number;
  who?: string | undefined;
  kind?: AuditKind | undefined;
  search?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
  /** The zone of the days. */
  time_zone: string;
}

/** One page of changes, newest first, and their number. */
export async function listAuditEntries(
  tx: Tx,
  { filter, slice }: { filter: Filter; slice: Slice },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const found = sql`audit_log e left join users u on u.id = e.user_id where ${matching(filter)}`;
  const counted = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(tx);
  const page = await sql<AuditEntry>`
    select e.user_id, e.id, u.username, actor_id, actor_name, kind, action, subject_id, subject_name, before, after,
      address, e.created_at
    from ${found}
    order by e.created_at desc, e.user_id desc, e.id desc limit ${slice.limit} offset ${slice.offset}`.execute(
    tx,
  );
  return { entries: page.rows, total: counted.rows[0]?.total ?? 0 };
}

function matching({
  user_id,
  who,
  kind,
  search,
  start_date,
  end_date,
  time_zone,
}: Filter): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (user_id !== undefined) all.push(sql`e.user_id = ${user_id}`);
  if (kind) all.push(sql`kind = ${kind}`);
  if (who) all.push(sql`strpos(lower(concat_ws(' ', actor_name, u.username)), lower(${who})) > 0`);
  if (search)
    all.push(
      sql`strpos(lower(concat_ws(' ', actor_name, subject_name, before::text, after::text)), lower(${search})) > 0`,
    );
  if (start_date) all.push(sql`e.created_at >= moment_of_wall(${start_date}::date::timestamp, ${time_zone})`);
  if (end_date)
    all.push(sql`e.created_at < moment_of_wall((${end_date}::date + 1)::timestamp, ${time_zone})`);
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
}
