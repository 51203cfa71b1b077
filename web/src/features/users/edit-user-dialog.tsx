import { useForm } from '@mantine/form';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { newUsernameError } from '@pigeonpost/contract/names/usernames';
import { useUser } from '../../api/session.ts';
import { formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { isChange } from '../../ui/form/changed-values.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import {
  AccountFields,
  type AccountValues,
  endDateError,
  UsernameField,
  useToday,
} from './account-fields.tsx';
import { useUpdateUser } from './api.ts';
import { endDayOf, parseEndDay } from './end-date.ts';
import css from './users.module.css';

type Values = AccountValues & { username: string; is_active: boolean };

type EditUserDialogProps = {
  /** The account when the form was opened. */
  user: UserAccount;
  /** The number of campaigns that run now. */
  running: number;
  onClose: () => void;
};

/** Changes an account, and says what that will stop. */
export function EditUserDialog({ user, running, onClose }: EditUserDialogProps) {
  const { form, save } = useEditForm(user);
  const isOwn = useUser()?.id === user.id;
  const stops = useWhatStops(running, form.values);
  return (
    <FormDialog
      title="Edit User"
      size="wide"
      submitLabel="Save User"
      failure="Failed to update user"
      draft={`user ${user.id}`}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <UsernameField form={form} />
      <AccountFields
        form={form}
        roleOff={isOwn ? 'Another administrator can change your role.' : undefined}
      />
      <CheckField
        label="Active Account"
        hint={
          isOwn
            ? 'Another administrator can disable your account.'
            : 'When off, this user cannot sign in, their campaigns pause, and their browsers and agents are signed out for good.'
        }
        disabled={isOwn}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
      {stops ? (
        <p className={css.warning} role="status">
          {stops}
        </p>
      ) : null}
    </FormDialog>
  );
}

function useEditForm(user: UserAccount) {
  const { mutateAsync } = useUpdateUser(user.id);
  const { username, role, pack, is_active, subscription_end_date } = user;
  const end = endDayOf(subscription_end_date, useUser()?.time_zone ?? 'UTC');
  const form = useForm<Values>({
    initialValues: { username, role, pack, is_active, end },
    validate: {
      username: (typed) => {
        if (!typed.trim()) return 'Username is required';
        // An existing name from before the rules stays.
        return typed.trim() === username ? undefined : newUsernameError(typed.trim());
      },
      end: endDateError,
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const typed = form.getValues();
    const name = typed.username.trim();
    const endDay = parseEndDay(typed.end) ?? '';
    const change = {
      ...(name !== username && { username: name }),
      ...(typed.role !== role && { role: typed.role }),
      ...(typed.pack !== pack && { pack: typed.pack }),
      ...(typed.is_active !== is_active && { is_active: typed.is_active }),
      // The end may be at any time of the day, so it stays unless another day is typed.
      ...(endDay !== parseEndDay(end) && { subscription_end_date: endDay }),
    };
    if (isChange(change)) await mutateAsync(change);
    toast.success('User updated successfully');
    return true;
  };
  return { form, save };
}

/** The campaigns that saving stops, because they may not continue. */
function useWhatStops(running: number, { role, is_active, end }: Values): string | undefined {
  const today = parseEndDay(useToday()) ?? '';
  const typed = parseEndDay(end);
  const goesOn = is_active && (role === 'admin' || (typed !== undefined && typed >= today));
  if (goesOn || typed === undefined || running === 0) return undefined;
  return `${formatNoun(running, 'running campaign')} ${running === 1 ? 'is' : 'are'} paused at once.`;
}
