import { useForm } from '@mantine/form';
import { passwordError } from '@pigeonpost/contract/account/passwords';
import { useUser } from '../../../api/session.ts';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useChangePassword } from '../../auth/api.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './account.module.css';

const NONE = { current_password: '', new_password: '' };

/** One's own password. */
export function PasswordLine() {
  return (
    <SettingLine line="password" holds="A new one signs out every other browser and every agent">
      <PasswordForm />
    </SettingLine>
  );
}

function PasswordForm() {
  const username = useUser()?.username;
  const { mutateAsync } = useChangePassword();
  const form = useForm({ initialValues: NONE, validate: { new_password: passwordError } });
  const { current_password, new_password } = form.values;
  return (
    <LineForm
      line="password"
      form={form}
      saved={NONE}
      isFree
      except={['current_password', 'new_password']}
      missing={current_password && new_password ? undefined : 'Type both passwords first'}
      onSave={async (_changed, values) => {
        await mutateAsync(values);
        return undefined;
      }}
    >
      <div className={`${css.field} stack`}>
        {/* Tells a password manager the username. */}
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
      </div>
    </LineForm>
  );
}
