import type { Field, fieldCalls } from '@pigeonpost/contract/calls/fields';
import { FIELDS_MAX } from '@pigeonpost/contract/people/person-fields';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Routes } from '../../http/handler.ts';
import { findList } from '../lists/queries.ts';
import { countFields } from './count-queries.ts';
import { lockFields } from './lock-fields.ts';
import { insertField, listFields, markFieldDeleted, type NamedField, updateField } from './queries.ts';
import { refuseFieldInUse, renameInTexts } from './texts-with-field.ts';

const noField = () => notFound('Field not found');
const FULL = `You have ${FIELDS_MAX} fields, the most there can be. Remove one first.`;

/** What can be known of a user's people, by name (docs/behaviour.md#fields). */
export function fieldRoutes({ clock }: Deps): Routes<typeof fieldCalls> {
  return {
    'GET /api/fields': async ({ tx, caller, query: { list_id, counted } }) => {
      const user_id = caller.user.id;
      const fields = await listFields(tx, user_id);
      if (list_id !== undefined && !(await findList(tx, { user_id, id: list_id })))
        throw notFound('List not found');
      if (list_id === undefined && !counted)
        return { fields: fields.map(uncounted), is_counted_to_end: true };
      const { of, is_counted_to_end } = await countFields(tx, { user_id, list_id });
      const none = { people: 0, examples: [] };
      return {
        fields: fields.map((field) => ({ ...field, ...(of.get(field.id) ?? none) })),
        is_counted_to_end,
      };
    },

    'POST /api/fields': async ({ tx, caller, body: { name, label } }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      const fields = await listFields(tx, user_id);
      refuseTaken(fields, name);
      if (fields.length >= FIELDS_MAX) throw conflict(FULL);
      const field = await insertField(tx, { user_id, name, label: label || name, created_at: clock.now() });
      return { field: uncounted(field) };
    },

    'PUT /api/fields/{id}': async ({ tx, caller, params: { id }, body }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      const before = await getField(tx, { user_id, id });
      if (body.name !== undefined && body.name !== before.name) {
        refuseTaken(await listFields(tx, user_id), body.name);
        await renameInTexts(tx, { user_id, name: before.name, to: body.name });
      }
      const { name, label } = before;
      const field = await updateField(
        tx,
        { user_id, id },
        {
          name: body.name ?? name,
          label: body.label || label,
        },
      );
      return { field: uncounted(field) };
    },

    'DELETE /api/fields/{id}': async ({ tx, caller, params: { id } }) => {
      const user_id = caller.user.id;
      await lockFields(tx, user_id);
      const { name } = await getField(tx, { user_id, id });
      await refuseFieldInUse(tx, { user_id, id, name });
      if (!(await markFieldDeleted(tx, { user_id, id }, clock.now()))) throw noField();
      return {};
    },
  };
}

const uncounted = (field: NamedField): Field => ({ ...field, people: null, examples: [] });

async function getField(tx: Tx, { user_id, id }: { user_id: number; id: number }): Promise<NamedField> {
  const field = (await listFields(tx, user_id)).find((one) => one.id === id);
  if (!field) throw noField();
  return field;
}

function refuseTaken(fields: NamedField[], name: string): void {
  if (!fields.some((field) => field.name === name)) return;
  const error = `You have a field ${name} already.`;
  throw conflict(error, { fields: { name: error } });
}
