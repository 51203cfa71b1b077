import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import { READ_REPLIES_HOURS } from '@pigeonpost/contract/people/replies';
import { useSaveRepliesSettings } from '../../replies/api.ts';
import { LineForm } from '../line-form.tsx';
import type { LineId } from '../parts/lines.ts';
import { formatEvery } from './format-replies.ts';
import css from './replies-fields.module.css';
import { errorsOf, type RepliesValues, settingsOf, valuesOf } from './replies-values.ts';
import { StopLanguages } from './stop-languages.tsx';

const EVERY = READ_REPLIES_HOURS.map((hours) => ({ value: String(hours), label: formatEvery(hours) }));

type FieldsProps = { form: UseFormReturnType<RepliesValues> };

const GROUPS = { reading: ReadingFields, budget: BudgetField, stops: StopFields };

type RepliesFormProps = {
  line: LineId;
  /** Which of the fields. */
  shows: readonly (keyof typeof GROUPS)[];
  settings: RepliesSettings;
};

/** Settings of replies as a form. */
export function RepliesForm({ line, shows, settings }: RepliesFormProps) {
  const { mutateAsync } = useSaveRepliesSettings();
  const form = useForm<RepliesValues>({ initialValues: valuesOf(settings), validate: errorsOf });
  return (
    <LineForm
      line={line}
      form={form}
      saved={valuesOf(settings)}
      onSave={async (changed) => {
        await mutateAsync(settingsOf(changed));
        return 'Settings for replies saved.';
      }}
    >
      {shows.map((group) => {
        const Fields = GROUPS[group];
        return <Fields key={group} form={form} />;
      })}
    </LineForm>
  );
}

function ReadingFields({ form }: FieldsProps) {
  return (
    <>
      <p className="dimmed">Campaigns leave people alone who reply, as far as a site driver can read it.</p>
      <div className={css.fields}>
        <NativeSelect
          label="Read replies"
          description="By themselves, while a profile waits for its next message."
          data={[{ value: '', label: 'Only when you ask' }, ...EVERY]}
          {...form.getInputProps('read_replies_hours')}
        />
        <TextInput
          label="Quiet days after a reply"
          description="A campaign started within these days leaves them alone too."
          inputMode="numeric"
          {...form.getInputProps('quiet_days')}
        />
        <TextInput
          label="Days to keep their texts"
          description="0 keeps only that somebody replied, and when."
          inputMode="numeric"
          {...form.getInputProps('reply_text_days')}
        />
      </div>
    </>
  );
}

function BudgetField({ form }: FieldsProps) {
  return (
    <TextInput
      label="Messages without a reply"
      description="After so many a person is left alone. Empty: never."
      placeholder="No limit"
      inputMode="numeric"
      className={css.short}
      {...form.getInputProps('budget')}
    />
  );
}

function StopFields({ form }: FieldsProps) {
  return (
    <>
      <StopLanguages
        value={form.values.stop_languages}
        onChange={(languages) => form.setFieldValue('stop_languages', languages)}
      />
      <Textarea
        label="Your own stop words"
        description="Words or phrases, one a line. A reply that is one of them puts its sender on do-not-contact."
        rows={3}
        spellCheck={false}
        {...form.getInputProps('stop_words')}
      />
    </>
  );
}
