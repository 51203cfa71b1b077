import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

// biome-ignore lint/suspicious/noExplicitAny: the forms of both dialogs have this field and more
type UsernameFieldProps = { form: UseFormReturnType<any> };

/** The username, the first field of a dialog. */
export function UsernameField({ form }: UsernameFieldProps) {
  return (
    <TextInput
      label="Username"
      data-autofocus
      withAsterisk
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.getInputProps('username')}
    />
  );
}
