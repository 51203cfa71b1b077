import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { nameForm } from '@pigeonpost/contract/names/name-form';
import { CONFIRM_NAME } from '@pigeonpost/contract/people/erasures';
import { shownName } from '@pigeonpost/contract/recipients';
import { useNameDomain, useNameKind } from '../../../account/settings.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useErase } from '../api.ts';

type EraseDialogProps = {
  name: string;
  onErased?: () => void;
  onClose: () => void;
};

/** Erases a person once their name is typed (docs/behaviour.md#erasing-a-person). */
export function EraseDialog({ name, onErased, onClose }: EraseDialogProps) {
  const shown = shownName(name);
  const { mutateAsync } = useErase(name);
  const rules = { kind: useNameKind(), domain: useNameDomain() };
  const form = useForm({
    initialValues: { confirm: '' },
    validate: { confirm: (text) => (nameForm(text, rules) === name ? null : CONFIRM_NAME) },
  });
  const erase = async () => {
    if (form.validate().hasErrors) return false;
    await mutateAsync(form.getValues().confirm);
    toast.success(`${shown} is erased. Nobody of this name can be added again.`);
    onErased?.();
    return true;
  };
  return (
    <FormDialog
      title={`Erase ${shown}`}
      sentence="They leave all lists, and everything that you know of them goes: fields, tags, notes, sources of their own and replies. Campaigns keep their numbers, without the name. Nobody of this name can be added again, because a fingerprint of it is kept. This cannot be undone."
      submitLabel="Erase"
      danger
      failure="Failed to erase the person"
      form={form}
      draft={`erasing ${name}`}
      onSubmit={erase}
      onClose={onClose}
    >
      <TextInput
        label={`Type ${shown} to confirm`}
        data-autofocus
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('confirm')}
      />
      <p className="dimmed">
        The name stays in old lines of your account’s activity, up to 30 days in the journals of your
        machines, and in backups. After a backup is restored, erase again.
      </p>
    </FormDialog>
  );
}
