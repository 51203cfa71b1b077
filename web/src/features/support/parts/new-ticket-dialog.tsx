import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { TICKET_MESSAGE_MAX, TICKET_SUBJECT_MAX } from '@pigeonpost/contract/account/support';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { type NewTicket, useCreateTicket } from '../api.ts';
import css from '../support.module.css';
import { CATEGORY_CHOICES, PRIORITY_CHOICES } from '../ticket-labels.tsx';

const EMPTY: NewTicket = { subject: '', description: '', priority: 'medium', category: 'general' };

type NewTicketDialogProps = {
  /** The values that are filled in already. */
  draft?: NewTicket;
  onClose: () => void;
};

/** Makes a ticket. */
export function NewTicketDialog({ draft = EMPTY, onClose }: NewTicketDialogProps) {
  const { mutateAsync } = useCreateTicket();
  const form = useForm<NewTicket>({
    initialValues: draft,
    validate: {
      subject: (subject) => (subject.trim() ? undefined : 'Subject is required'),
      description: (description) => (description.trim() ? undefined : 'Description is required'),
    },
  });
  const create = async () => {
    if (form.validate().hasErrors) return false;
    const { ticketNumber } = await mutateAsync(form.getValues());
    toast.success(`Ticket created successfully! Ticket #${ticketNumber}`);
    return true;
  };
  return (
    <FormDialog
      title="New Ticket"
      sentence="An administrator answers here. You find it under Support."
      size="wide"
      submitLabel="Create Ticket"
      failure="Failed to create ticket"
      draft="ticket"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        label="Subject"
        data-autofocus
        withAsterisk
        dir="auto"
        {...limitedField(form, 'subject', TICKET_SUBJECT_MAX)}
      />
      <div className={css.pair}>
        <NativeSelect label="Priority" data={PRIORITY_CHOICES} {...form.getInputProps('priority')} />
        <NativeSelect label="Category" data={CATEGORY_CHOICES} {...form.getInputProps('category')} />
      </div>
      <Textarea
        label="Description"
        withAsterisk
        dir="auto"
        rows={6}
        {...limitedField(form, 'description', TICKET_MESSAGE_MAX)}
      />
    </FormDialog>
  );
}
