import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password with show and hide. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }} {...props} />
  );
}
