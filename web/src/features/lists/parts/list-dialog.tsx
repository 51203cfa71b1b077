import { Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { LIST_DESCRIPTION_MAX, LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import { toast } from '../../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../../ui/form/changed-values.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type ListDraft, useSaveList } from '../api.ts';

type ListDialogProps = {
  draft: ListDraft;
  /** Called with the id of a created list instead of `onClose`; the caller continues by itself. */
  onMade?: (id: number) => void;
  onClose: () => void;
};

/** Creates a list, or changes the name and description of one. */
export function ListDialog({ draft, onMade, onClose }: ListDialogProps) {
  const { id, name, description } = draft;
  const { mutateAsync } = useSaveList({ ...(id !== undefined && { id }), name, description });
  const form = useForm({
    initialValues: { name, description },
    validate: { name: isNotEmpty('List name is required') },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const change = changedValues(form);
    const saved = id === undefined || isChange(change) ? await mutateAsync(change) : undefined;
    toast.success(id === undefined ? 'List created.' : 'List saved.');
    if (id !== undefined || !saved || !onMade) return true;
    onMade(saved.list.id);
    return false;
  };
  return (
    <FormDialog
      title={id === undefined ? 'Create List' : 'Edit List'}
      submitLabel={id === undefined ? 'Create List' : 'Save List'}
      failure="Failed to save list"
      form={form}
      draft={`list ${id ?? 'new'}`}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...limitedField(form, 'name', LIST_NAME_MAX)} />
      <Textarea
        label="Description"
        description="Optional: where these people said that they want to hear from you."
        rows={3}
        {...limitedField(form, 'description', LIST_DESCRIPTION_MAX)}
      />
    </FormDialog>
  );
}
