import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { View } from '@pigeonpost/contract/calls/views';
import type { Condition } from '@pigeonpost/contract/people/conditions';
import { cleanViewName, VIEW_NAME_MAX, viewNameError } from '@pigeonpost/contract/people/views';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { useSaveView } from './change-views.ts';

type ViewDialogProps = {
  /** To be renamed; without it a new one. */
  view: View | undefined;
  conditions: Condition[];
  onSaved: (id: number) => void;
  onClose: () => void;
};

/** Keeps conditions under a name, or renames a view (docs/behaviour.md#views). */
export function ViewDialog({ view, conditions, onSaved, onClose }: ViewDialogProps) {
  const { mutateAsync } = useSaveView();
  const form = useForm({
    initialValues: { name: view?.name ?? '' },
    validate: { name: (text) => viewNameError(cleanViewName(text)) ?? null },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const name = cleanViewName(form.getValues().name);
    const saved = await mutateAsync({ id: view?.id, name, conditions });
    toast.success(view ? 'View renamed.' : 'View saved.');
    onSaved(saved.view.id);
    return true;
  };
  return (
    <FormDialog
      title={view ? `Rename ${view.name}` : 'Save view'}
      sentence={view ? undefined : 'It becomes a tab on each of your lists.'}
      submitLabel={view ? 'Rename' : 'Save view'}
      failure="Failed to save the view"
      form={form}
      draft="view"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        {...limitedField(form, 'name', VIEW_NAME_MAX)}
      />
    </FormDialog>
  );
}
