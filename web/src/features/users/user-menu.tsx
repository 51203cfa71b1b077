import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useUser } from '../../api/session.ts';
import { RowMenu } from '../../ui/table/row-menu.tsx';

/** An administrator's action on an account. */
export type UserAction = { action: 'edit' | 'password' | 'delete'; user: UserAccount };

/** The dialog that is open over the accounts. */
export type OpenedDialog = UserAction | { action: 'new' } | { action: 'extend'; user_ids: number[] };

/** The actions on an account; administrators cannot delete themselves. */
export function UserMenu({ user, onAction }: { user: UserAccount; onAction: (wanted: UserAction) => void }) {
  const isOwn = useUser()?.id === user.id;
  return (
    <RowMenu
      label={`More for ${user.username}`}
      items={[
        { label: 'Edit User', icon: IconPencil, onPress: () => onAction({ action: 'edit', user }) },
        { label: 'Change Password', icon: IconKey, onPress: () => onAction({ action: 'password', user }) },
        ...(isOwn
          ? []
          : [
              {
                label: 'Delete User',
                icon: IconTrash,
                danger: true,
                onPress: () => onAction({ action: 'delete', user }),
              },
            ]),
      ]}
    />
  );
}
