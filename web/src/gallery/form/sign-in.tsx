import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { AirmailForm } from '../../ui/form/airmail-form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import type { PartStates } from '../part-states.tsx';

/** The form of the sign-in cards; the card itself is a screen of its own (AirmailCard). */
export const signIn: PartStates[] = [
  {
    part: 'AirmailForm',
    states: {
      'To be filled in': <SignIn />,
      Refused: <SignIn error="Wrong username or password." />,
      'At work': <SignIn isSubmitting />,
    },
  },
];

type SignInProps = { error?: ReactNode; isSubmitting?: boolean };

function SignIn({ error, isSubmitting = false }: SignInProps) {
  return (
    <AirmailForm
      submitLabel="Log in"
      submitting={isSubmitting}
      error={error}
      onSubmit={(event) => event.preventDefault()}
      links={
        <>
          <Link to={paths.forgotPassword}>Forgot Your Password?</Link>
          <span>
            New here? <Link to={paths.register}>Sign Up</Link>
          </span>
        </>
      }
    >
      <TextInput size="md" label="Username" defaultValue="marta" error={Boolean(error)} />
      <PasswordField size="md" label="Password" autoComplete="off" error={Boolean(error)} />
    </AirmailForm>
  );
}
