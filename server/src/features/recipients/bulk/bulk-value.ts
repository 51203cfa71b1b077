import { cleanValue } from '@pigeonpost/contract/people/person-fields';
import type { Tx } from '../../../database/transaction.ts';
import { notFound } from '../../../errors.ts';
import { lockFields } from '../../fields/lock-fields.ts';
import { findList } from '../../lists/queries.ts';
import { holdFields } from '../import/import-fields-queries.ts';
import { BULK_BATCH } from './bulk-change.ts';
import { type Found, findMatching, type Matching } from './bulk-change-queries.ts';
import { insertNames, listNamed } from './bulk-tag-queries.ts';
import { setValues } from './bulk-value-queries.ts';

/** What recipients of one list get, in which field. */
interface Setting {
  user_id: number;
  list_id: number;
  field_id: number;
  value: string;
}

/** Gives the next batch of those that match a value, or takes it away. */
export async function setValueOfMatching(tx: Tx, { field_id, value, ...matching }: Setting & Matching) {
  const { user_id, list_id } = matching;
  const { field, changed, full, last_id } = await setFound(tx, { user_id, list_id, field_id, value }, () =>
    findMatching(tx, { ...matching, limit: BULK_BATCH }),
  );
  return { field, changed: changed.length, full: full.length, busy: 0, last_id };
}

/** The same for those of a list with these ids; others are passed over. Who was changed is named, with the value before. */
export async function setValueByIds(tx: Tx, wanted: Setting & { ids: number[] }) {
  const { field, changed, full } = await setFound(tx, wanted, async () => ({
    ids: wanted.ids,
    last_id: null,
  }));
  return {
    field,
    changed: changed.length,
    full: full.length,
    busy: 0,
    changed_ids: changed.map(({ id }) => id),
    values_before: changed.map(({ before }) => before),
    full_ids: full.map(({ id }) => id),
    busy_ids: [],
    last_id: null,
  };
}

/**
 * A value is a person's, whatever a campaign does with them meanwhile, and has the limits of one that is set on the
 * person's page (docs/behaviour.md#fields). 404 for a list or field that the user does not have, 409 while an import runs.
 */
async function setFound(
  tx: Tx,
  { user_id, list_id, field_id, ...given }: Setting,
  find: () => Promise<Found>,
) {
  if (!(await findList(tx, { user_id, id: list_id }))) throw notFound('List not found');
  // An import changes many people in an order of its own: neither would get on.
  await lockFields(tx, user_id);
  const [field] = await holdFields(tx, { user_id, ids: [field_id], names: [] });
  if (!field) throw notFound('Field not found');
  const { ids, last_id } = await find();
  const named = await listNamed(tx, { user_id, list_id, ids });
  const names = named.map(({ recipient }) => recipient);
  const value = cleanValue(given.value);
  if (value !== '') await insertNames(tx, { user_id, names });
  const differed = new Map(
    (await setValues(tx, { user_id, names, field_id, value })).map((one) => [one.recipient, one]),
  );
  const found = named.flatMap(({ id, recipient }) => {
    const one = differed.get(recipient);
    return one ? [{ id, ...one }] : [];
  });
  return {
    field: field.name,
    last_id,
    changed: found.filter(({ is_set }) => is_set),
    full: found.filter(({ is_set }) => !is_set),
  };
}
