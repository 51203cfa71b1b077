import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Condition, isUnread, readCondition } from '@pigeonpost/contract/conditions';
import { FIELD_VALUE_MAX } from '@pigeonpost/contract/person-fields';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useKeptForm } from '../../../ui/form/use-kept-form.ts';
import { type ConditionNames, FIELD_TEST_WORDS, STATUS_WORDS } from './condition-words.ts';

type ConditionDialogProps = {
  /** What it begins with, to be changed; without it a new one. */
  condition: Condition | undefined;
  names: ConditionNames;
  onChoose: (condition: Condition) => void;
  onClose: () => void;
};

/** Chooses one condition: what is asked, how, and with what it is compared. */
export function ConditionDialog({ condition, names, onChoose, onClose }: ConditionDialogProps) {
  const form = useForm({ initialValues: draftOf(condition, names) });
  const isRestored = useKeptForm('condition', form);
  const { what, test } = form.values;
  const kind = kindOf(what);
  const tests = TESTS[kind];
  const choose = async () => {
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
      title={condition ? 'Change the condition' : 'Filter this list'}
      sentence={condition ? undefined : 'Who matches all conditions is shown.'}
      submitLabel={condition ? 'Change' : 'Filter'}
      failure="Failed to filter"
      form={form}
      isRestored={isRestored}
      onSubmit={choose}
      onClose={onClose}
    >
      <NativeSelect
        label="Filter by"
        data-autofocus
        data={whatOptions(names)}
        {...form.getInputProps('what')}
        onChange={(event) => onWhat(event.currentTarget.value)}
      />
      {kind === 'status' ? (
        <NativeSelect label="Status" data={STATUSES} {...form.getInputProps('status')} />
      ) : (
        <NativeSelect label="How" data={optionsOf(tests)} {...form.getInputProps('test')} />
      )}
      {kind === 'tag' || kind === 'list' ? (
        <NativeSelect
          label={kind === 'tag' ? 'Tag' : 'List'}
          data={[...(names[kind] ?? [])].map(([id, label]) => ({ value: String(id), label }))}
          {...form.getInputProps(kind)}
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

function whatOptions({ field, tag, list }: ConditionNames) {
  return [
    ...[...(field ?? [])].map(([id, label]) => ({ value: `field:${id}`, label })),
    ...(tag?.size ? [{ value: 'tag', label: 'Tag' }] : []),
    { value: 'status', label: 'Status' },
    { value: 'messaged', label: 'Messaged' },
    { value: 'replied', label: 'Replied' },
    { value: 'do_not_contact', label: 'Do not contact' },
    { value: 'source', label: 'Source' },
    ...(list?.size ? [{ value: 'list', label: 'Another list' }] : []),
  ];
}

function draftOf(condition: Condition | undefined, names: ConditionNames) {
  const what = whatOptions(names)[0]?.value ?? 'status';
  const first = (kind: 'tag' | 'list') => String([...(names[kind] ?? [])][0]?.[0] ?? '');
  const draft = {
    what,
    test: Object.keys(TESTS[kindOf(what)])[0] ?? '',
    value: '',
    days: '30',
    status: 'pending',
    tag: first('tag'),
    list: first('list'),
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
    ...(kind === 'tag' || kind === 'list' ? { [kind]: String(condition.id) } : {}),
  };
}

/** As somebody's JSON, which the contract reads. */
function conditionOf({ what, test, value, days, status, tag, list }: ReturnType<typeof draftOf>) {
  const kind = kindOf(what);
  const ids: Partial<Record<typeof kind, string | undefined>> = { field: what.split(':')[1], tag, list };
  return { kind, test, value, days: Number(days), status, id: Number(ids[kind]) };
}
