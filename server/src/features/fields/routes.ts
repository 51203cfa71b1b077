import type { fieldCalls } from '@pigeonpost/contract/calls/fields';
import { FIELDS_MAX } from '@pigeonpost/contract/person-fields';
import { lockUser } from '../../database/locks.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { findList } from '../lists/queries.ts';
import { countFieldPeople, insertField, listFields, markFieldDeleted, updateField } from './queries.ts';

const noField = () => notFound('Field not found');
const FULL = `You have ${FIELDS_MAX} fields, the most there can be. Remove one first.`;
const NONE_COUNTED = { people: null, examples: [] };

/** What is known of a user's people, by name (docs/behaviour.md#fields). */
export function fieldRoutes({ clock }: Deps): Routes<typeof fieldCalls> {
  return {
    'GET /api/fields': async ({ tx, caller, query: { list_id, counted } }) => {
      const user_id = caller.user.id;
      if (list_id !== undefined && !(await findList(tx, { user_id, id: list_id })))
        throw notFound('List not found');
      const fields = await listFields(tx, user_id);
      const isCounted = list_id !== undefined || counted !== undefined;
      const counts = isCounted ? await countFieldPeople(tx, { user_id, list_id }) : undefined;
      return {
        fields: fields.map((field) => ({
          ...field,
          ...(counts ? (counts.get(field.id) ?? { people: 0, examples: [] }) : NONE_COUNTED),
        })),
      };
    },

    'POST /api/fields': async ({ tx, caller, body: { name, label } }) => {
      const user_id = caller.user.id;
      // Two calls at once would both find room for one more.
      await lockUser(tx, user_id);
      if ((await listFields(tx, user_id)).length >= FIELDS_MAX) throw conflict(FULL);
      const field = await insertField(tx, { user_id, name, label: label || name, created_at: clock.now() });
      if (!field) throw taken(name);
      return { field: { ...field, ...NONE_COUNTED } };
    },

    'PUT /api/fields/{id}': async ({ tx, caller, params, body }) => {
      const key = { user_id: caller.user.id, id: params.id };
      await lockUser(tx, key.user_id);
      await refuseTaken(tx, { ...key, name: body.name });
      const change = { ...body, ...(body.label === '' ? { label: undefined } : {}) };
      const field = await updateField(tx, key, change);
      if (!field) throw noField();
      return { field: { ...field, ...NONE_COUNTED } };
    },

    'DELETE /api/fields/{id}': async ({ tx, caller, params }) => {
      const key = { user_id: caller.user.id, id: params.id };
      await lockUser(tx, key.user_id);
      if (!(await markFieldDeleted(tx, key, clock.now()))) throw noField();
      return {};
    },
  };
}

async function refuseTaken(
  tx: Tx,
  { user_id, id, name }: { user_id: number; id: number; name: string | undefined },
): Promise<void> {
  if (name === undefined) return;
  const fields = await listFields(tx, user_id);
  if (fields.some((other) => other.name === name && other.id !== id)) throw taken(name);
}

function taken(name: string) {
  const error = `You have a field ${name} already.`;
  return conflict(error, { fields: { name: error } });
}
