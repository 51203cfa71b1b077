import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { shownName } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { SearchField } from '../../ui/table/search-field.tsx';
import { listPickerQuery } from '../lists/api.ts';
import { useAddRecipient } from '../recipients/api.ts';
import { noSource, SourceFields, statedSource } from '../sources/parts/source-fields.tsx';
import css from './person.module.css';

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
    initialValues: { list: '', source: noSource() },
    validate: { list: (id) => (id ? null : 'Choose a list') },
  });
  const lists = data?.lists.filter(({ id }) => !taken.includes(id)) ?? [];
  const total = data?.pagination.totalItems ?? 0;
  const add = async () => {
    if (form.validate().hasErrors) return false;
    const list_id = Number(form.getValues().list);
    const source = statedSource(form.getValues().source);
    await mutateAsync({ recipient: name, list_id, ...(source && { source }) });
    const list = lists.find(({ id }) => id === list_id);
    toast.success(`${shownName(name)} is in ${list?.name ?? 'the list'}.`);
    return true;
  };
  return (
    <FormDialog
      title={`Add ${shownName(name)} to a list`}
      sentence="Somebody who expects to hear from you."
      submitLabel="Add to list"
      failure="Failed to add recipient"
      form={form}
      onSubmit={add}
      onClose={onClose}
    >
      <NativeSelect
        label="List"
        data-autofocus
        data={[
          { value: '', label: data && lists.length === 0 ? 'No other list' : 'Choose a list' },
          ...lists.map((list) => ({
            value: String(list.id),
            label: `${list.name} (${formatNoun(list.recipient_count, 'recipient')})`,
          })),
        ]}
        {...form.getInputProps('list')}
      />
      {search !== '' || total > (data?.lists.length ?? 0) ? (
        <div className={css.search}>
          <SearchField label="Search lists" value={search} onSearch={setSearch} slashFocuses={false} />
          <span className={`${css.quiet} dimmed`}>
            {formatCount(data?.lists.length ?? 0)} of {formatCount(total)} in the choice above
          </span>
        </div>
      ) : null}
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
