import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '@pigeonpost/contract/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { AirmailForm } from '../../ui/form/airmail-form.tsx';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import { useRegister } from './api.ts';
import { errorsOf, type Registration } from './registration.ts';

/** Creates an account and leads to /login, without signing in. */
export function RegisterPage() {
  const { form, submit } = useRegistrationForm();
  return (
    <AirmailCard title="Create Your Account">
      <title>Create your account – Pigeonpost</title>
      <AirmailForm
        submitLabel="Create Account"
        submitting={form.submitting}
        error={form.errors.root}
        onSubmit={submit}
        links={
          <>
            Already have an account? <Link to={paths.login}>Sign In</Link>
          </>
        }
      >
        <TextInput
          size="md"
          name="username"
          {...form.getInputProps('username')}
          label="Username"
          description={form.errors.username ? undefined : '3 to 30 letters, digits, dots, _ or -.'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <PasswordField
          size="md"
          name="password"
          {...form.getInputProps('password')}
          label="Password"
          description={form.errors.password ? undefined : 'At least 6 characters.'}
          autoComplete="new-password"
        />
        <PasswordField
          size="md"
          name="confirmPassword"
          {...form.getInputProps('confirmPassword')}
          label="Password again"
          autoComplete="new-password"
        />
      </AirmailForm>
    </AirmailCard>
  );
}

function useRegistrationForm() {
  const { mutateAsync } = useRegister();
  const navigate = useNavigate();
  const form = useForm<Registration>({
    initialValues: { username: '', password: '', confirmPassword: '' },
    validate: errorsOf,
    // An error of the whole form: its line is below the button.
    onValuesChange: () => form.clearFieldError('root'),
  });
  const submit = form.onSubmit(async ({ username, password }) => {
    try {
      await mutateAsync({ username: username.trim(), password });
      await navigate({ to: paths.login, state: { username: username.trim() } });
    } catch (error) {
      const sentence = failureLine(error, 'Registration failed');
      const isTaken = error instanceof ApiError && error.status === 409;
      const fields = isTaken ? { username: sentence } : fieldErrors(error);
      form.setErrors(Object.keys(fields).length > 0 ? fields : { root: sentence });
    }
  });
  return { form, submit };
}
