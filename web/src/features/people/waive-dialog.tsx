import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { WAIVE_REASON_MAX } from '@pigeonpost/contract/people/replies';
import { shownName } from '@pigeonpost/contract/recipients';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useWaive } from './api.ts';

/** Asks why a person who did not reply is written to again (docs/behaviour.md#budget). */
export function WaiveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const shown = shownName(name);
  const { mutateAsync } = useWaive(name, `Campaigns may write to ${shown} again.`);
  const form = useForm({ initialValues: { reason: '' } });
  return (
    <FormDialog
      title={`Write to ${shown} again`}
      sentence="Their messages without a reply are counted from 0 again."
      submitLabel="Write again anyway"
      failure="Failed to save the reason"
      form={form}
      draft={`waiver of ${name}`}
      onSubmit={() => mutateAsync(form.getValues().reason)}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        description="It stands on this page and in the activity of your account."
        placeholder="She asked in the shop"
        rows={3}
        data-autofocus
        {...limitedField(form, 'reason', WAIVE_REASON_MAX)}
      />
    </FormDialog>
  );
}
