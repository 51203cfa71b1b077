import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  FIELD_LABEL_MAX,
  FIELD_NAME_MAX,
  fieldNameError,
  fieldNameOf,
  typedFieldName,
} from '@pigeonpost/contract/people/person-fields';
import { toast } from '../../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../../ui/form/changed-values.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type FieldDraft, useSaveField } from '../api.ts';

/** Makes a field, or renames one: its label on screens, and its name in texts (docs/behaviour.md#fields). */
export function FieldDialog({ draft, onClose }: { draft: FieldDraft; onClose: () => void }) {
  const { id, name, label } = draft;
  const isNew = id === undefined;
  const { mutateAsync } = useSaveField(draft);
  const form = useForm({
    initialValues: { label, name },
    validate: {
      label: (text) => (text.trim() ? null : 'Label is required'),
      name: (text) => fieldNameError(typedFieldName(text)) ?? null,
    },
  });
  const labelField = limitedField(form, 'label', FIELD_LABEL_MAX);
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const change = changedValues(form);
    if (isNew || isChange(change)) await mutateAsync(change);
    toast.success(isNew ? 'Field made.' : 'Field renamed.');
    return true;
  };
  return (
    <FormDialog
      title={isNew ? 'New field' : `Rename ${label}`}
      sentence={isNew ? undefined : 'Templates that use the name are changed with it. Campaigns keep theirs.'}
      submitLabel={isNew ? 'Make field' : 'Rename'}
      failure="Failed to save the field"
      form={form}
      draft={`field ${id ?? 'new'}`}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Label"
        data-autofocus
        {...labelField}
        onChange={(event) => {
          const before = fieldNameOf(form.getValues().label);
          labelField.onChange(event);
          // The name follows the label until it is typed by itself.
          if (isNew && form.getValues().name === before)
            form.setFieldValue('name', fieldNameOf(form.getValues().label));
        }}
      />
      <TextInput
        label="Name in texts"
        description="Letters, digits and _."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...limitedField(form, 'name', FIELD_NAME_MAX)}
      />
    </FormDialog>
  );
}
