import { useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { type PickerChoice, PickerSelect } from '../../ui/form/picker-select.tsx';
import { listPickerQuery } from '../lists/api.ts';
import { useAddRecipient } from '../recipients/api.ts';
import { noSource, SourceFields, statedSource } from '../sources/parts/source-fields.tsx';

type AddToListDialogProps = {
  name: string;
  /** The lists that contain the name already. */
  taken: number[];
  onClose: () => void;
};

/** Puts a person into one more list. */
export function AddToListDialog({ name, taken, onClose }: AddToListDialogProps) {
  const [search, setSearch] = useState('');
  const { data } = useQuery(listPickerQuery(search));
  const { mutateAsync } = useAddRecipient();
  const form = useForm({
    initialValues: { list: undefined as Choosable | undefined, source: noSource() },
    validate: { list: (chosen) => (chosen ? null : 'Choose a list') },
  });
  const { list } = form.values;
  const lists = data?.lists.filter(({ id }) => !taken.includes(id)) ?? [];
  const add = async () => {
    if (form.validate().hasErrors || !list) return false;
    const source = statedSource(form.getValues().source);
    await mutateAsync({ recipient: name, list_id: list.id, ...(source && { source }) });
    toast.success(`${shownName(name)} is in ${list.name}.`);
    return true;
  };
  return (
    <FormDialog
      title={`Add ${shownName(name)} to a list`}
      sentence="Somebody who expects to hear from you."
      submitLabel="Add to list"
      failure="Failed to add recipient"
      form={form}
      draft={`lists of ${name}`}
      onSubmit={add}
      onClose={onClose}
    >
      <PickerSelect
        label="List"
        placeholder={data && search === '' && lists.length === 0 ? 'No other list' : 'Choose a list'}
        isFirst
        choices={lists.map(toChoice)}
        fetched={data?.lists.length ?? 0}
        total={data?.pagination.totalItems ?? 0}
        chosen={list && toChoice(list)}
        onChoose={(id) =>
          form.setFieldValue(
            'list',
            lists.find((one) => one.id === id),
          )
        }
        search={search}
        onSearch={setSearch}
        error={form.errors.list}
      />
      {form.errors.source || form.getValues().source.text ? (
        <SourceFields
          label="Where is this person from?"
          value={form.getValues().source}
          error={form.errors.source as string | undefined}
          onChange={(source) => form.setFieldValue('source', source)}
        />
      ) : null}
    </FormDialog>
  );
}

type Choosable = Pick<List, 'id' | 'name' | 'recipient_count'>;

function toChoice({ id, name, recipient_count }: Choosable): PickerChoice {
  return { id, label: `${name} (${formatNoun(recipient_count, 'recipient')})` };
}
