import { TextInput } from '@mantine/core';
import { normalizeRecipient, recipientFault } from '@pigeonpost/contract/recipients';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { addRecipient } from './api.ts';

/** Puts one name into the list. */
export function AddRecipientDialog({ listId, onClose }: { listId: number; onClose: () => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const add = async () => {
    const name = normalizeRecipient(text);
    const fault = recipientFault(name);
    if (fault) {
      setError(name ? `“${name}” ${fault}` : 'Username is required');
      return false;
    }
    await addRecipient({ recipient: name, list_id: listId });
    toast.success(`@${name} added.`);
    return true;
  };
  return (
    <FormDialog
      title="Add Recipient"
      sentence="Somebody who expects to hear from you."
      submitLabel="Add Recipient"
      failure="Failed to add recipient"
      onSubmit={add}
      onClose={onClose}
    >
      <TextInput
        label="Username"
        description="With or without @."
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
