import type { Field } from '@pigeonpost/contract/calls/fields';
import type { Tag } from '@pigeonpost/contract/calls/tags';
import { confirm, following } from '../../../ui/feedback/confirm.ts';
import { countedFieldsQuery, useDeleteField } from '../../fields/api.ts';
import { countedTagsQuery, useDeleteTag } from '../../tags/api.ts';
import { formatPeople } from './count-people.ts';

const EVERYBODY = 'everybody who has it';

/** Asks with the number of people, and deletes a field; one that a text needs is refused with its name. */
export function useRemoveField() {
  const { mutate } = useDeleteField();
  return async (field: Field) => {
    const bodyOf = (people = EVERYBODY) =>
      `What you know as ${field.label} goes, of ${people}. This cannot be undone.`;
    const agreed = await confirm({
      title: `Delete the field ${field.label}?`,
      body: bodyOf(),
      confirmLabel: 'Delete field',
      follows: following(countedFieldsQuery, ({ fields: known, ...counted }) => ({
        body: bodyOf(formatPeople({ known, ...counted }, field.id)),
      })),
    });
    if (agreed) mutate(field);
  };
}

/** Asks with the number of people, and deletes a tag. */
export function useRemoveTag() {
  const { mutate } = useDeleteTag();
  return async (tag: Tag) => {
    const bodyOf = (people = EVERYBODY) => `It is taken off ${people}. This cannot be undone.`;
    const agreed = await confirm({
      title: `Delete the tag ${tag.name}?`,
      body: bodyOf(),
      confirmLabel: 'Delete tag',
      follows: following(countedTagsQuery, ({ tags: known, ...counted }) => ({
        body: bodyOf(formatPeople({ known, ...counted }, tag.id)),
      })),
    });
    if (agreed) mutate(tag);
  };
}
