import { useForm } from '@mantine/form';
import { passwordError } from '@pigeonpost/contract/account/passwords';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { useUser } from '../../api/session.ts';
import { formatDateTime } from '../../format/format-time.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { RelativeTime } from '../../ui/layout/time.tsx';
import { resetLink } from '../auth/parts/link-token.ts';
import { useMakeResetLink, useSetPassword } from './api.ts';
import css from './users.module.css';

/** Sets a user's password, or makes a link for setting it. */
export function PasswordDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutateAsync } = useSetPassword(user.id);
  const isOwn = useUser()?.id === user.id;
  const form = useForm({
    initialValues: { new_password: '' },
    validate: { new_password: (typed) => (typed ? passwordError(typed) : 'New password is required') },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    await mutateAsync(form.getValues().new_password);
    toast.success('Password updated successfully');
    return true;
  };
  return (
    <FormDialog
      title="Change Password"
      sentence={
        <>
          For <b dir="auto">{user.username}</b>.{' '}
          {isOwn
            ? 'Every other browser and every agent of yours is signed out.'
            : 'Every browser and every agent of theirs is signed out.'}
        </>
      }
      submitLabel="Change Password"
      failure="Failed to change password"
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <PasswordField
        label="New Password"
        data-autofocus
        withAsterisk
        autoComplete="new-password"
        {...form.getInputProps('new_password')}
      />
      {isOwn ? null : <ResetLink user={user} />}
    </FormDialog>
  );
}

/** The other way: a link with which the user chooses the password, which nobody else then knows. */
function ResetLink({ user }: { user: UserAccount }) {
  const { mutate, data, isPending } = useMakeResetLink(user.id);
  const { password_reset_requested_at: asked } = user;
  return (
    <section className={css.link} aria-label="One-time link">
      <p>
        {asked ? (
          <>
            Asked for a new password <RelativeTime iso={asked} />.{' '}
          </>
        ) : null}
        Or hand over a link: it sets a new password once, within 24 hours, and nobody but the user knows it.
      </p>
      {data ? (
        <div role="status">
          <CopyField text={resetLink(data.token)} label="Copy the link" />
          <p>Valid until {formatDateTime(data.expires_at)}. It is not shown again.</p>
        </div>
      ) : null}
      <ReasonButton variant="default" loading={isPending} onClick={() => mutate()}>
        {data ? 'Make another link' : 'Make a one-time link'}
      </ReasonButton>
    </section>
  );
}
