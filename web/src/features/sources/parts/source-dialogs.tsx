import { Textarea, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import {
  type PersonSource,
  SOURCE_MAX,
  WITHDRAWAL,
  withdrawalError,
} from '@pigeonpost/contract/people/sources';
import { shownName } from '@pigeonpost/contract/recipients';
import { DayField } from '../../../ui/form/dates/moment-fields.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { useStateSource, useWithdrawSource } from '../api.ts';
import { noSource } from './source-fields.tsx';

/** States where a person is from. */
export function StateDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { mutateAsync } = useStateSource(name);
  const form = useForm({
    initialValues: noSource(),
    validate: { text: isNotEmpty('Source is required') },
  });
  return (
    <FormDialog
      title={`Where ${shownName(name)} is from`}
      sentence="It is never changed afterwards, only withdrawn."
      submitLabel="Add source"
      failure="Failed to add the source"
      form={form}
      draft={`source of ${name}`}
      onSubmit={async () => !form.validate().hasErrors && (await mutateAsync(form.getValues()))}
      onClose={onClose}
    >
      <TextInput
        label="Source"
        placeholder="Stand at the spring fair"
        autoComplete="off"
        data-autofocus
        {...limitedField(form, 'text', SOURCE_MAX)}
      />
      <DayField label="Since" required {...form.getInputProps('stated_on')} />
    </FormDialog>
  );
}

/** Asks why a source is withdrawn. */
export function WithdrawDialog({
  name,
  source,
  onClose,
}: {
  name: string;
  source: PersonSource;
  onClose: () => void;
}) {
  const { mutateAsync } = useWithdrawSource(name);
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => withdrawalError(reason) ?? null },
  });
  return (
    <FormDialog
      title={`Withdraw “${source.text}”`}
      sentence="It stays on this page with your reason, and no longer counts."
      submitLabel="Withdraw"
      failure="Failed to withdraw the source"
      form={form}
      draft={`withdrawal ${source.id} of ${name}`}
      onSubmit={async () =>
        !form.validate().hasErrors && (await mutateAsync({ id: source.id, reason: form.getValues().reason }))
      }
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        placeholder="It was her sister"
        rows={3}
        data-autofocus
        {...limitedField(form, 'reason', WITHDRAWAL.max)}
      />
    </FormDialog>
  );
}
