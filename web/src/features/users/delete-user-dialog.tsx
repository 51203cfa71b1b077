import { TextInput } from '@mantine/core';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useDeleteUser } from './api.ts';
import css from './users.module.css';

/** Deletes a user once their name is typed. */
export function DeleteUserDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutateAsync } = useDeleteUser(user.id);
  const [typed, setTyped] = useState('');
  const isMeant = typed.trim().toLowerCase() === user.username.toLowerCase();
  const remove = async () => {
    if (!isMeant) return false;
    await mutateAsync();
    toast.success('User deleted successfully');
    return true;
  };
  return (
    <FormDialog
      title={`Delete ${user.username}?`}
      sentence="Are you sure you want to delete this user? This will permanently remove the user and all their associated data."
      submitLabel="Delete User"
      danger
      submitOff={!isMeant}
      failure="Failed to delete user"
      onSubmit={remove}
      onClose={onClose}
    >
      <p className={css.warning}>{whatGoes(user)}</p>
      <TextInput
        label="Type the username to delete it"
        description={user.username}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

function whatGoes({ profile_count, running_campaigns }: UserAccount): string {
  const profiles = profile_count === 0 ? 'No profile' : formatNoun(profile_count, 'profile');
  if (running_campaigns === 0) return `${profiles} and no running campaign.`;
  const stopped = running_campaigns === 1 ? 'which stops first' : 'which stop first';
  return `${profiles} and ${formatNoun(running_campaigns, 'running campaign')}, ${stopped}.`;
}
