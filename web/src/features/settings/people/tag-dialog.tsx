import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { cleanTag, TAG_NAME_MAX, tagError } from '@pigeonpost/contract/people/tags';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type TagDraft, useSaveTag } from '../../tags/api.ts';

/** Makes a tag, or renames one, which stays on its people (docs/behaviour.md#tags). */
export function TagDialog({ draft, onClose }: { draft: TagDraft; onClose: () => void }) {
  const { id, name } = draft;
  const isNew = id === undefined;
  const { mutateAsync } = useSaveTag(draft);
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => tagError(cleanTag(text)) ?? null },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    if (isNew || form.isDirty()) await mutateAsync(cleanTag(form.getValues().name));
    toast.success(isNew ? 'Tag made.' : 'Tag renamed.');
    return true;
  };
  return (
    <FormDialog
      title={isNew ? 'New tag' : `Rename ${name}`}
      submitLabel={isNew ? 'Make tag' : 'Rename'}
      failure="Failed to save the tag"
      form={form}
      draft={`tag ${id ?? 'new'}`}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Tag"
        data-autofocus
        autoComplete="off"
        {...limitedField(form, 'name', TAG_NAME_MAX)}
      />
    </FormDialog>
  );
}
