import type { Field } from '@pigeonpost/contract/calls/fields';
import { formatNoun } from '../../../format/format-number.ts';
import { confirm, following } from '../../../ui/feedback/confirm.ts';
import { countedFieldsQuery, useDeleteField } from '../../fields/api.ts';

/** Asks with the number of people, and deletes a field; one that a text needs is refused with its name. */
export function useRemoveField() {
  const { mutate } = useDeleteField();
  return async (field: Field) => {
    const bodyOf = (fields: Field[]) =>
      `What you know as ${field.label} goes, ${of(fields, field.id)}. This cannot be undone.`;
    const agreed = await confirm({
      title: `Delete the field ${field.label}?`,
      body: bodyOf([]),
      confirmLabel: 'Delete field',
      follows: following(countedFieldsQuery, (fields) => ({ body: bodyOf(fields) })),
    });
    if (agreed) mutate(field);
  };
}

/** 'of 1,142 people'; until they are counted, 'of everybody who has it'. */
function of(counted: { id: number; people: number | null }[], id: number): string {
  const people = counted.find((one) => one.id === id)?.people ?? undefined;
  return people === undefined ? 'of everybody who has it' : `of ${formatNoun(people, 'person', 'people')}`;
}
