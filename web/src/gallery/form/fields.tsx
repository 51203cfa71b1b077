import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import { DateRangeField } from '../../ui/form/dates/date-range-field.tsx';
import { DayField, TimeField } from '../../ui/form/dates/moment-fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { PickerSelect } from '../../ui/form/picker-select.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_WORD, RIGHT_TO_LEFT } from '../samples.ts';

const PRIORITIES = ['Low', 'Medium', 'High', 'Urgent'];

const CHOICES = [
  { id: 1, label: 'Newsletter (640)' },
  { id: 2, label: LONG_NAME },
  { id: 3, label: 'Booked (0, nobody in it yet)', off: true },
];

const PICKER = {
  label: 'List',
  placeholder: 'Choose a list',
  choices: CHOICES,
  fetched: CHOICES.length,
  total: CHOICES.length,
  chosen: CHOICES[0],
  onChoose: doNothing,
  search: '',
  onSearch: doNothing,
  error: undefined,
};

const DATES = {
  start: undefined,
  end: undefined,
  today: '2026-11-30',
  isInvalid: false,
  onChange: doNothing,
};

/** The fields of forms. */
export const fields: PartStates[] = [
  {
    part: 'Fields',
    note: 'Mantine’s, in the colours of the theme.',
    states: {
      'A text': <TextInput label="Name" placeholder="Kiln night" description="As people know it." />,
      'A text at fault': <TextInput label="Name" defaultValue="Kiln" error="Another list has this name" />,
      'A text that is off': <TextInput label="Name" defaultValue="Kiln night" disabled />,
      'A long text': <TextInput label={LONG_NAME} defaultValue={LONG_WORD} description={LONG_NAME} />,
      'A text from right to left': <TextInput label="Name" defaultValue={RIGHT_TO_LEFT} />,
      'A text of several lines': (
        <Textarea label="Message" rows={3} defaultValue="Hi {username}, the kiln opens." />
      ),
      'Several lines at fault': <Textarea label="Message" rows={3} error="Template content is required" />,
      'A choice': <NativeSelect label="Priority" data={PRIORITIES} />,
      'A choice at fault': <NativeSelect label="Priority" data={PRIORITIES} error="Choose a priority" />,
      'A choice that is off': <NativeSelect label="Priority" data={PRIORITIES} disabled />,
    },
  },
  {
    part: 'PickerSelect',
    note: 'Beyond the first hundred rows they are found by a search.',
    states: {
      'Nothing chosen': <PickerSelect {...PICKER} chosen={undefined} />,
      Chosen: <PickerSelect {...PICKER} />,
      'With a search': <PickerSelect {...PICKER} total={348} />,
      'With a hint': (
        <PickerSelect
          {...PICKER}
          chosen={undefined}
          hint={
            <button type="button" className="link text-button">
              Make a list
            </button>
          }
        />
      ),
      'At fault': <PickerSelect {...PICKER} chosen={undefined} error="Choose a list" />,
      'Long and right to left': (
        <PickerSelect {...PICKER} label={LONG_NAME} chosen={{ id: 4, label: RIGHT_TO_LEFT }} />
      ),
    },
  },
  {
    part: 'DateRangeField',
    note: 'The calendar loads with the first press.',
    states: {
      'No dates': <DateRangeField {...DATES} />,
      'Two dates': <DateRangeField {...DATES} start="2026-11-01" end="2026-11-30" />,
    },
  },
  {
    part: 'limitedField',
    states: { 'Takes ten characters': <LimitedField /> },
  },
  {
    part: 'PasswordField',
    note: 'The eye shows what is typed.',
    states: {
      Empty: <PasswordField label="Password" autoComplete="off" />,
      Typed: <PasswordField label="Password" autoComplete="off" defaultValue="a long password" />,
      'At fault': (
        <PasswordField
          label="Password"
          autoComplete="off"
          defaultValue="short"
          error="Password must be at least 6 characters long"
        />
      ),
      Off: <PasswordField label="Password" autoComplete="off" disabled />,
    },
  },
  {
    part: 'DayField',
    note: 'The typed order is the shown one, whatever the browser’s language.',
    states: {
      Empty: <DayField label="Day" />,
      Chosen: <DayField label="Day" value="2026-12-05" />,
      'At fault': <DayField label="Day" value="35-12-2026" error="Choose a day" />,
    },
  },
  {
    part: 'TimeField',
    states: {
      Empty: <TimeField label="Time" />,
      Chosen: <TimeField label="Time" value="09:30" />,
    },
  },
  {
    part: 'Form',
    note: 'Refused, it gives the focus to the first field at fault.',
    states: { 'Press Save with empty fields': <RefusedForm /> },
  },
];

function LimitedField() {
  const form = useForm({ initialValues: { name: 'Kiln night' } });
  return (
    <TextInput
      label="Name"
      description={`At most ${CAMPAIGN_NAME_MAX} characters`}
      {...limitedField(form, 'name', CAMPAIGN_NAME_MAX)}
    />
  );
}

function RefusedForm() {
  const form = useForm({
    initialValues: { name: '', note: '' },
    validate: {
      name: (name) => (name ? null : 'List name is required'),
      note: (note) => (note ? null : 'A note is required'),
    },
  });
  return (
    <Form className={css.column} onSubmit={form.onSubmit(() => form.reset())}>
      <TextInput label="List name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <div className={css.row}>
        <ReasonButton type="submit">Save</ReasonButton>
      </div>
    </Form>
  );
}
