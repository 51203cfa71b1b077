import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { NewUserDialog } from './new-user-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import type { OpenedDialog } from './user-menu.tsx';

type UserDialogProps = {
  opened: OpenedDialog;
  rows: UserAccount[] | undefined;
  /** The subscriptions of the selected users were given another end. */
  onExtended: () => void;
  onClose: () => void;
};

/** The open dialog of the accounts. All of them are one file, because administrators open several in a row. */
export function UserDialog({ opened, rows, onExtended, onClose }: UserDialogProps) {
  if (opened.action === 'new') return <NewUserDialog onClose={onClose} />;
  if (opened.action === 'extend')
    return <ExtendDialog user_ids={opened.user_ids} onExtended={onExtended} onClose={onClose} />;
  // The consequences use the present row of the user.
  const now = rows?.find(({ id }) => id === opened.user.id) ?? opened.user;
  if (opened.action === 'edit')
    return <EditUserDialog user={opened.user} running={now.running_campaigns} onClose={onClose} />;
  if (opened.action === 'password') return <PasswordDialog user={opened.user} onClose={onClose} />;
  return <DeleteUserDialog user={now} onClose={onClose} />;
}
