import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Field } from '@pigeonpost/contract/calls/fields';
import {
  FIELD_LABEL_MAX,
  FIELD_VALUE_MAX,
  fieldNameError,
  fieldNameOf,
} from '@pigeonpost/contract/people/person-fields';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { fieldsQuery, useSaveField } from '../../fields/api.ts';
import type { ValueChange } from './value-words.ts';

type SetValueDialogProps = {
  /** '3 recipients'. */
  who: string;
  /** Whether everybody who matches is meant, and not only those on the page. */
  isAll: boolean;
  /** Runs after the dialog has closed, and reports by itself. */
  onSet: (change: ValueChange) => unknown;
  onClose: () => void;
};

/** Chooses a field, or makes one, and the value that recipients get in it. */
export function SetValueDialog(props: SetValueDialogProps) {
  const query = useQuery(fieldsQuery);
  if (query.data) return <SetValueForm fields={query.data} {...props} />;
  if (!query.error) return null;
  return <ErrorState title="Failed to fetch your fields" error={query.error} onRetry={query.refetch} />;
}

const NEW = 'new';

const ALL = 'Everybody who matches is meant, not only those on this page. It cannot be undone.';

function SetValueForm({ fields, who, isAll, onSet, onClose }: SetValueDialogProps & { fields: Field[] }) {
  const { mutateAsync } = useSaveField({ name: '', label: '' });
  const form = useForm({
    initialValues: { field: String(fields[0]?.id ?? NEW), label: '', value: '' },
    validate: {
      label: (label, { field }) => (field === NEW ? (fieldNameError(fieldNameOf(label)) ?? null) : null),
      value: (value, { field }) =>
        field === NEW && value.trim() === '' ? 'A new field needs a value' : null,
    },
  });
  const isNew = form.values.field === NEW;
  const isTaken = !isNew && form.values.value.trim() === '';
  const getField = async () => {
    const { field, label } = form.getValues();
    if (field !== NEW) return fields.find(({ id }) => String(id) === field);
    const name = fieldNameOf(label);
    // A field of this name is the one that is meant, as for a column of an import.
    return (
      fields.find((one) => one.name === name) ?? (await mutateAsync({ name, label: label.trim() })).field
    );
  };
  const submit = async () => {
    if (form.validate().hasErrors) return false;
    const field = await getField();
    if (!field) {
      form.setFieldError('field', 'This field was deleted meanwhile');
      return false;
    }
    void onSet({ field, value: form.getValues().value });
    return true;
  };
  return (
    <FormDialog
      title={`Set a value of ${who}`}
      sentence={isAll ? ALL : undefined}
      submitLabel={isTaken ? 'Take away' : 'Set value'}
      danger={isTaken && isAll}
      failure="Failed to make the field"
      form={form}
      draft="value of recipients"
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.length > 0 ? (
        <NativeSelect
          label="Field"
          data-autofocus
          data={[
            ...fields.map(({ id, label }) => ({ value: String(id), label })),
            { value: NEW, label: 'New field' },
          ]}
          {...form.getInputProps('field')}
        />
      ) : null}
      {isNew ? (
        <TextInput
          label="Name of the new field"
          data-autofocus={fields.length === 0 ? true : undefined}
          autoComplete="off"
          {...limitedField(form, 'label', FIELD_LABEL_MAX)}
        />
      ) : null}
      <TextInput
        label="Value"
        description={isNew ? undefined : 'Empty takes away what they have.'}
        autoComplete="off"
        {...limitedField(form, 'value', FIELD_VALUE_MAX)}
      />
    </FormDialog>
  );
}
