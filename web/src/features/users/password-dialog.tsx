import { useForm } from '@mantine/form';
import { passwordFault } from '@pigeonpost/contract/auth';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { useUser } from '../../api/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useSetPassword } from './api.ts';

/** Sets somebody's password. */
export function PasswordDialog({ user, onClose }: { user: UserAccount; onClose: () => void }) {
  const { mutateAsync } = useSetPassword(user.id);
  const isOwn = useUser()?.id === user.id;
  const form = useForm({
    initialValues: { new_password: '' },
    validate: { new_password: (typed) => (typed ? passwordFault(typed) : 'New password is required') },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    try {
      await mutateAsync(form.getValues().new_password);
    } catch (error) {
      form.setErrors(fieldErrors(error));
      throw error;
    }
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
    </FormDialog>
  );
}
