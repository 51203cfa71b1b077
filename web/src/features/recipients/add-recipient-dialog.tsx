import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { nameOf } from '@pigeonpost/contract/names/name-of';
import { NAME_WORDS, shownName } from '@pigeonpost/contract/recipients';
import { useNameDomain, useNameKind } from '../../account/settings.ts';
import { nameError } from '../../names/name-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { noSource, SourceFields, statedSource } from '../sources/parts/source-fields.tsx';
import { useAddRecipient } from './api.ts';

/** Puts one name into the list. */
export function AddRecipientDialog({ list_id, onClose }: { list_id: number; onClose: () => void }) {
  const { mutateAsync } = useAddRecipient();
  const kind = useNameKind();
  const domain = useNameDomain();
  const form = useForm({
    initialValues: { recipient: '', source: noSource() },
    validate: { recipient: (text) => nameError(text, kind, domain) },
  });
  const add = async () => {
    if (form.validate().hasErrors) return false;
    const { name: recipient } = nameOf(form.getValues().recipient, kind, domain);
    const source = statedSource(form.getValues().source);
    await mutateAsync({ recipient, list_id, ...(source && { source }) });
    toast.success(`${shownName(recipient)} added.`);
    return true;
  };
  return (
    <FormDialog
      title="Add Recipient"
      sentence="Somebody who expects to hear from you."
      submitLabel="Add Recipient"
      failure="Failed to add recipient"
      form={form}
      draft="recipient"
      onSubmit={add}
      onClose={onClose}
    >
      <TextInput
        label={NAME_WORDS[kind].label}
        description={
          kind === 'address' ? 'Such as anna@club.example.' : 'With or without @, or a link to the profile.'
        }
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('recipient')}
      />
      <SourceFields
        label="Where is this person from?"
        value={form.getValues().source}
        error={form.errors.source as string | undefined}
        onChange={(source) => form.setFieldValue('source', source)}
      />
    </FormDialog>
  );
}
