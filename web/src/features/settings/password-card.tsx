import { useForm } from '@mantine/form';
import { passwordError } from '@pigeonpost/contract/passwords';
import { useUser } from '../../api/session.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useChangePassword } from '../auth/api.ts';
import css from './settings.module.css';

/** One's own password. */
export function PasswordCard() {
  const username = useUser()?.username;
  const { mutateAsync } = useChangePassword();
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: { new_password: passwordError },
  });
  const { current_password, new_password } = form.values;
  const submit = form.onSubmit(async (values) => {
    try {
      await mutateAsync(values);
      form.reset();
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  });
  return (
    <Card title="Password">
      <Form onSubmit={submit} className={`${css.form} stack`}>
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
          description={
            form.errors.new_password ? undefined : 'Signs out every other browser and every agent.'
          }
          {...form.getInputProps('new_password')}
        />
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={current_password && new_password ? undefined : 'Type both passwords first'}
        >
          Change Password
        </ReasonButton>
      </Form>
    </Card>
  );
}
