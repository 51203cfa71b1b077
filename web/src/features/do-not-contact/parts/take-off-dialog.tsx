import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DoNotContactEntry } from '@pigeonpost/contract/calls/do-not-contact';
import { TAKE_OFF_REASON_MAX, takeOffReasonError } from '@pigeonpost/contract/people/stop-link';
import { shownName } from '@pigeonpost/contract/recipients';
import { formatDay } from '../../../format/format-time.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { useDeleteDoNotContact } from '../api.ts';

type TakeOffDialogProps = {
  entry: { id: number; created_at: string; how: DoNotContactEntry['how'] };
  name: string;
  onClose: () => void;
};

/** Asks why a person who asked to be left alone may be written to again (docs/behaviour.md#do-not-contact). */
export function TakeOffDialog({ entry: { id, created_at, how }, name, onClose }: TakeOffDialogProps) {
  const { mutateAsync } = useDeleteDoNotContact();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (text) => takeOffReasonError(text) ?? null },
  });
  const isErased = how === 'erased';
  const shown = isErased ? 'the erased person' : shownName(name);
  const takeOff = async () => {
    if (form.validate().hasErrors) return false;
    await mutateAsync({ id, reason: form.getValues().reason });
    toast.success(
      isErased ? 'The name that was erased may be used again.' : `${shown} may be contacted again.`,
    );
    return true;
  };
  return (
    <FormDialog
      title={`Take ${shown} off do-not-contact`}
      sentence={
        isErased
          ? `They were erased on ${formatDay(created_at)}. Their name can be added again afterwards; nothing that was known of them comes back. Take off only if they have asked you to write again.`
          : `They asked to be left alone on ${formatDay(created_at)}. Take off only if they have asked you to write again.`
      }
      submitLabel="Take off"
      danger
      failure="Failed to take the name off"
      form={form}
      draft={`taking off ${id}`}
      onSubmit={takeOff}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        description="It is kept in the activity of your account."
        rows={3}
        data-autofocus
        {...limitedField(form, 'reason', TAKE_OFF_REASON_MAX)}
      />
    </FormDialog>
  );
}
