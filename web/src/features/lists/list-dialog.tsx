import { Textarea, TextInput } from '@mantine/core';
import { LIST_DESCRIPTION_MAX, LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { saveList } from './api.ts';

/** What a list dialog begins with; with an id it changes that list. */
export type ListDraft = { id?: number; name: string; description: string };

/** Makes a list, or changes the name and description of one. */
export function ListDialog({ draft, onClose }: { draft: ListDraft; onClose: () => void }) {
  const { id } = draft;
  const [name, setName] = useState(draft.name);
  const [description, setDescription] = useState(draft.description);
  const [checked, setChecked] = useState(false);
  const save = async () => {
    setChecked(true);
    if (!name.trim()) return false;
    await saveList({ ...(id === undefined ? {} : { id }), name: name.trim(), description });
    toast.success(id === undefined ? 'List created.' : 'List saved.');
    return true;
  };
  return (
    <FormDialog
      title={id === undefined ? 'Create List' : 'Edit List'}
      submitLabel={id === undefined ? 'Create List' : 'Save List'}
      failure="Failed to save list"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={LIST_NAME_MAX}
        value={name}
        error={checked && !name.trim() ? 'List name is required' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label="Description"
        description="Optional: where these people said that they want to hear from you."
        rows={3}
        maxLength={LIST_DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
