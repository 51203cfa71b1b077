import { sql } from 'kysely';
import type { Tx } from '../../../database/transaction.ts';
import { mergeFields } from '../../fields/merge-queries.ts';

interface Setting {
  user_id: number;
  names: string[];
  field_id: number;
  /** Empty: their value is taken away. */
  value: string;
}

/** Whose value differed, with what they had ('': nothing), and whether they have the new one: there may be no room. */
interface Set {
  recipient: string;
  before: string;
  is_set: boolean;
}

/** Gives people a value in a field, or takes it away; by their names, each of whom has a row or nothing to lose. */
export async function setValues(tx: Tx, { user_id, names, field_id, value }: Setting): Promise<Set[]> {
  const key = String(field_id);
  const fields =
    value === ''
      ? sql`people.fields - ${key}::text`
      : mergeFields({
          known: sql`people.fields`,
          added: sql`${JSON.stringify({ [key]: value })}::jsonb`,
          fill: 'replace',
        });
  const { rows } = await sql<Set>`
    update people set fields = ${fields}
    where user_id = ${user_id} and recipient = any (${names}::text[])
      and coalesce(fields ->> ${key}::text, '') <> ${value}
    returning recipient, coalesce(old.fields ->> ${key}::text, '') as before, old.fields <> new.fields as is_set`.execute(
    tx,
  );
  return rows;
}
