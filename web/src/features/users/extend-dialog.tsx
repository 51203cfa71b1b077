import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatNoun } from '../../format/format-number.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useExtendUsers } from './api.ts';
import { parseEndDay } from './end-date.ts';

type ExtendDialogProps = { user_ids: number[]; onExtended: () => void; onClose: () => void };

/** Gives the subscriptions of several users one end. */
export function ExtendDialog({ user_ids, onExtended, onClose }: ExtendDialogProps) {
  const { mutateAsync } = useExtendUsers();
  const form = useForm({
    initialValues: { subscription_end_date: '' },
    validate: {
      subscription_end_date: (typed) => (parseEndDay(typed) ? undefined : 'Enter a day as DD-MM-YYYY'),
    },
  });
  const users = formatNoun(user_ids.length, 'user');
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const day = parseEndDay(form.getValues().subscription_end_date) ?? '';
    await mutateAsync({ user_ids, subscription_end_date: day });
    onExtended();
    return true;
  };
  return (
    <FormDialog
      title="Set the end date"
      sentence={`The subscriptions of ${users} end with this day, in your time zone.`}
      submitLabel={`Set for ${users}`}
      failure="Failed to set the end date"
      form={form}
      draft="end date of users"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Subscription End Date"
        placeholder="DD-MM-YYYY"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('subscription_end_date')}
      />
    </FormDialog>
  );
}
