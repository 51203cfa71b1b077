import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { failureLine } from '../../ui/feedback/failure.ts';
import { AirmailForm } from '../../ui/form/airmail-form.tsx';
import css from '../../ui/layout/airmail-card.module.css';
import { AirmailCard } from '../../ui/layout/airmail-card.tsx';
import { useForgotPassword } from './api.ts';

/** Asks an administrator for a new password; the answer does not tell whether the account exists. */
export function ForgotPasswordPage() {
  const { form, answer, submit } = useForgotPasswordForm();
  const back = <Link to={paths.login}>Back to Log in</Link>;
  return (
    <AirmailCard title="Forgot Your Password?" sentence="An administrator can give you a new one.">
      <title>Forgot your password – Pigeonpost</title>
      {answer ? (
        <div className={`${css.answer} stack`}>
          <p role="status">{answer}</p>
          <p>{back}</p>
        </div>
      ) : (
        <AirmailForm
          submitLabel="Ask for a new password"
          submitting={form.submitting}
          error={form.errors.root}
          onSubmit={submit}
          links={back}
        >
          <TextInput
            size="md"
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            {...form.getInputProps('username')}
          />
        </AirmailForm>
      )}
    </AirmailCard>
  );
}

function useForgotPasswordForm() {
  const { mutateAsync, data } = useForgotPassword();
  const form = useForm<{ username: string }>({
    initialValues: { username: '' },
    // Its error line is below the button.
    onValuesChange: () => form.clearErrors(),
  });
  const submit = form.onSubmit(async ({ username }) => {
    if (!username.trim()) return form.setErrors({ username: true, root: 'Enter your username.' });
    try {
      await mutateAsync(username.trim());
    } catch (error) {
      form.setErrors({ root: failureLine(error, 'The request could not be sent') });
    }
  });
  return { form, answer: data?.message, submit };
}
