import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Condition, isUnread, readCondition } from '@pigeonpost/contract/people/conditions';
import { FIELD_VALUE_MAX } from '@pigeonpost/contract/people/person-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type PickerChoice, PickerSelect } from '../../../ui/form/picker-select.tsx';
import { listPickerQuery } from '../../lists/api.ts';
import { type ConditionNames, FIELD_TEST_WORDS, nameOf, STATUS_WORDS } from './condition-words.ts';

type ConditionDialogProps = {
  /** The list that is filtered, in which everybody is. */
  list_id?: number;
  /** What it begins with, to be changed; without it a new one. */
  condition: Condition | undefined;
  names: ConditionNames;
  /** What a new one is for. */
  use?: keyof typeof USES;
  onChoose: (condition: Condition) => void;
  onClose: () => void;
};

/** Chooses one condition: what is asked, how, and with what it is compared. */
export function ConditionDialog({
  list_id,
  condition,
  names,
  use = 'filter',
  onChoose,
  onClose,
}: ConditionDialogProps) {
  const [search, setSearch] = useState('');
  const found = useQuery(listPickerQuery(search)).data;
  const lists = found?.lists.filter(({ id }) => id !== list_id) ?? [];
  const hasLists = search !== '' || lists.length > 0 || condition?.kind === 'list';
  const form = useForm({ initialValues: draftOf(condition, names) });
  const { list } = form.values;
  const { title, sentence, submitLabel } = USES[use];
  const { what, test } = form.values;
  const kind = kindOf(what);
  const tests = TESTS[kind];
  const choose = async () => {
    if (kind === 'list' && !list) {
      form.setFieldError('list', 'Choose a list');
      return false;
    }
    const made = readCondition(conditionOf(form.getValues()));
    if (isUnread(made)) {
      form.setFieldError(kind === 'field' ? 'value' : 'days', made.error);
      return false;
    }
    onChoose(made);
    return true;
  };
  const onWhat = (next: string) => {
    const first = Object.keys(TESTS[kindOf(next)])[0] ?? '';
    form.setValues({ what: next, test: test in TESTS[kindOf(next)] ? test : first });
    form.clearErrors();
  };
  return (
    <FormDialog
      title={condition ? 'Change the condition' : title}
      sentence={condition ? undefined : sentence}
      submitLabel={condition ? 'Change' : submitLabel}
      failure="Failed to filter"
      form={form}
      draft="condition"
      onSubmit={choose}
      onClose={onClose}
    >
      <NativeSelect
        label="Filter by"
        data-autofocus
        data={whatOptions(names, hasLists)}
        {...form.getInputProps('what')}
        onChange={(event) => onWhat(event.currentTarget.value)}
      />
      {kind === 'status' ? (
        <NativeSelect label="Status" data={STATUSES} {...form.getInputProps('status')} />
      ) : (
        <NativeSelect label="How" data={optionsOf(tests)} {...form.getInputProps('test')} />
      )}
      {kind === 'tag' ? (
        <NativeSelect
          label="Tag"
          data={[...(names.tag ?? [])].map(([id, label]) => ({ value: String(id), label }))}
          {...form.getInputProps('tag')}
        />
      ) : null}
      {kind === 'list' ? (
        <PickerSelect
          label="List"
          placeholder="Choose a list"
          choices={lists.map(({ id, name }) => ({ id, label: name }))}
          fetched={found?.lists.length ?? 0}
          total={found?.pagination.totalItems ?? 0}
          chosen={list}
          onChoose={(id) => {
            const chosen = lists.find((one) => one.id === id);
            form.setFieldValue('list', chosen && { id: chosen.id, label: chosen.name });
          }}
          search={search}
          onSearch={setSearch}
          error={form.errors.list}
        />
      ) : null}
      {kind === 'field' && test !== 'filled' && test !== 'empty' ? (
        <TextInput
          label="Text"
          description="Capital letters make no difference."
          autoComplete="off"
          maxLength={FIELD_VALUE_MAX}
          {...form.getInputProps('value')}
        />
      ) : null}
      {test === 'within' || test === 'not_within' ? (
        <TextInput label="Days" inputMode="numeric" autoComplete="off" {...form.getInputProps('days')} />
      ) : null}
    </FormDialog>
  );
}

const USES = {
  filter: {
    title: 'Filter this list',
    sentence: 'Who matches all conditions is shown.',
    submitLabel: 'Filter',
  },
  set: {
    title: 'Add a condition',
    sentence: 'Only who matches all conditions comes into the new list.',
    submitLabel: 'Add',
  },
};

const TESTS = {
  field: FIELD_TEST_WORDS,
  tag: { is: 'is', is_not: 'is not' },
  list: { is: 'in the list', is_not: 'not in the list' },
  status: {},
  replied: { ever: 'ever', never: 'never', within: 'within days' },
  messaged: { never: 'never', within: 'within days', not_within: 'not within days' },
  do_not_contact: { is: 'on it', is_not: 'not on it' },
  source: { stated: 'stated', not_stated: 'not stated' },
} as const satisfies Record<Condition['kind'], Record<string, string>>;

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

// That somebody replied is asked by itself.
const STATUSES = optionsOf(STATUS_WORDS).filter(({ value }) => value !== 'replied');

/** 'field:12' asks for a field; all others are kinds of conditions. */
const kindOf = (what: string): Condition['kind'] => what.split(':')[0] as Condition['kind'];

function whatOptions({ field, tag }: ConditionNames, hasLists: boolean) {
  return [
    ...[...(field ?? [])].map(([id, label]) => ({ value: `field:${id}`, label })),
    ...(tag?.size ? [{ value: 'tag', label: 'Tag' }] : []),
    { value: 'status', label: 'Status' },
    { value: 'messaged', label: 'Messaged' },
    { value: 'replied', label: 'Replied' },
    { value: 'do_not_contact', label: 'Do not contact' },
    { value: 'source', label: 'Source' },
    ...(hasLists ? [{ value: 'list', label: 'Another list' }] : []),
  ];
}

function draftOf(condition: Condition | undefined, names: ConditionNames) {
  const what = whatOptions(names, false)[0]?.value ?? 'status';
  const draft = {
    what,
    test: Object.keys(TESTS[kindOf(what)])[0] ?? '',
    value: '',
    days: '30',
    status: 'pending',
    tag: String([...(names.tag ?? [])][0]?.[0] ?? ''),
    list: undefined as PickerChoice | undefined,
  };
  if (!condition) return draft;
  const { kind } = condition;
  return {
    ...draft,
    what: kind === 'field' ? `field:${condition.id}` : kind,
    ...('test' in condition ? { test: condition.test } : {}),
    ...('value' in condition ? { value: condition.value } : {}),
    ...('days' in condition ? { days: String(condition.days) } : {}),
    ...(kind === 'status' ? { status: condition.status } : {}),
    ...(kind === 'tag' ? { tag: String(condition.id) } : {}),
    ...(kind === 'list' ? { list: { id: condition.id, label: nameOf('list', condition.id, names) } } : {}),
  };
}

/** As somebody's JSON, which the contract reads. */
function conditionOf({ what, test, value, days, status, tag, list }: ReturnType<typeof draftOf>) {
  const kind = kindOf(what);
  const ids: Partial<Record<typeof kind, string | undefined>> = { field: what.split(':')[1], tag };
  return {
    kind,
    test,
    value,
    days: Number(days),
    status,
    id: kind === 'list' ? list?.id : Number(ids[kind]),
  };
}
