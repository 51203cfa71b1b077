import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Ticket } from '@pigeonpost/contract/calls/support';
import { useQuery } from '@tanstack/react-query';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { adminsQuery, useUpdateTicket } from './api.ts';
import { PRIORITY_CHOICES, STATUS_OPTIONS } from './ticket-labels.tsx';

/** Sets a ticket's status, priority and assignee. */
export function UpdateTicketDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { mutateAsync } = useUpdateTicket(ticket.id);
  const admins = useQuery(adminsQuery).data?.users ?? [];
  const { status, priority, assigned_to, assigned_to_name } = ticket;
  const saved = { status, priority, assigned: String(assigned_to ?? '') };
  const form = useForm({ initialValues: saved });
  // The present assignee is listed before the others are fetched, and also without the role.
  const isKnown = assigned_to === null || admins.some(({ id }) => id === assigned_to);
  const save = async () => {
    // Another administrator's change meanwhile stays.
    const { assigned, ...change } = changedValues(form);
    const assignment = assigned !== undefined && { assigned_to: assigned === '' ? null : Number(assigned) };
    const body = { ...change, ...assignment };
    if (isChange(body)) await mutateAsync(body);
    toast.success('Ticket updated successfully');
  };
  return (
    <FormDialog
      title="Update Ticket"
      submitLabel="Update Ticket"
      failure="Failed to update ticket"
      form={form}
      draft={`ticket ${ticket.id}`}
      saved={saved}
      onSubmit={save}
      onClose={onClose}
    >
      <NativeSelect label="Status" data-autofocus data={STATUS_OPTIONS} {...form.getInputProps('status')} />
      <NativeSelect label="Priority" data={PRIORITY_CHOICES} {...form.getInputProps('priority')} />
      <NativeSelect
        label="Assign To"
        data={[
          { value: '', label: 'Unassigned' },
          ...admins.map(({ id, username }) => ({ value: String(id), label: username })),
          ...(isKnown ? [] : [{ value: String(assigned_to), label: assigned_to_name ?? '' }]),
        ]}
        {...form.getInputProps('assigned')}
      />
    </FormDialog>
  );
}
