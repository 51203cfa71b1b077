import { useForm } from '@mantine/form';
import { passwordError } from '@pigeonpost/contract/account/passwords';
import { newUsernameError } from '@pigeonpost/contract/names/usernames';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AccountFields, type AccountValues, endDateError, UsernameField } from './account-fields.tsx';
import { useCreateUser } from './api.ts';
import { parseEndDay } from './end-date.ts';

type Values = AccountValues & { username: string; password: string };

const NEW: Values = { username: '', password: '', role: 'user', pack: 'starter', end: '' };

/** Makes an account. */
export function NewUserDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useCreateUser();
  const form = useForm<Values>({
    initialValues: NEW,
    validate: {
      username: (username) => (username.trim() ? newUsernameError(username.trim()) : 'Username is required'),
      password: (password) => (password ? passwordError(password) : 'Password is required'),
      end: endDateError,
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const { username, password, role, pack, end } = form.getValues();
    const subscription_end_date = parseEndDay(end) ?? '';
    await mutateAsync({ username: username.trim(), password, role, pack, subscription_end_date });
    toast.success('User created successfully');
    return true;
  };
  return (
    <FormDialog
      title="Add User"
      sentence="They can sign in at once. Tell them the password in a safe way."
      size="wide"
      submitLabel="Create User"
      failure="Failed to create user"
      draft="user new"
      except={['password']}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <UsernameField form={form} />
      <PasswordField
        label="Password"
        withAsterisk
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <AccountFields form={form} />
    </FormDialog>
  );
}
