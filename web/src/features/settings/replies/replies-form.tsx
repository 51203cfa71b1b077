import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { RepliesSettings } from '@pigeonpost/contract/calls/replies';
import type { Answer } from '@pigeonpost/contract/client';
import { READ_REPLIES_HOURS } from '@pigeonpost/contract/replies';
import { toast } from '../../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../../ui/form/changed-values.ts';
import { fieldErrors } from '../../../ui/form/field-errors.ts';
import { Form } from '../../../ui/form/form.tsx';
import { useLeaveQuestion } from '../../../ui/form/leave-question.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptForm } from '../../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../../ui/form/use-saved-elsewhere.ts';
import { useSaveRepliesSettings } from '../../replies/api.ts';
import css from './replies-form.module.css';
import { errorsOf, type RepliesValues, settingsOf, valuesOf } from './replies-values.ts';
import { StopLanguages } from './stop-languages.tsx';

const EVERY = READ_REPLIES_HOURS.map((hours) => ({
  value: String(hours),
  label: hours === 1 ? 'Every hour' : `Every ${hours} hours`,
}));
const NOBODY_READS = 'No machine of yours can read replies now: its site driver cannot.';

type FormProps = { answer: Answer<'GET /api/settings/replies'>; isActive: boolean };

/** The settings of replies as a form. */
export function RepliesForm({ answer: { settings, reads_replies }, isActive }: FormProps) {
  const { mutateAsync } = useSaveRepliesSettings();
  const form = useForm<RepliesValues>({ initialValues: valuesOf(settings), validate: errorsOf });
  useKeptForm('replies', form);
  useSavedElsewhere(form, valuesOf(settings));
  useLeaveQuestion(form.isDirty(), {
    title: 'Discard the changed settings for replies?',
    body: 'Your changes will be lost.',
  });
  const save = form.onSubmit(async (values) => {
    if (!isActive) return;
    try {
      const change: Partial<RepliesSettings> = settingsOf(changedValues(form));
      if (isChange(change)) await mutateAsync(change);
      form.resetDirty(values);
      toast.success('Settings for replies saved.');
    } catch (error) {
      form.setErrors(byField(fieldErrors(error)));
    }
  });
  return (
    <Form onSubmit={save} className="stack">
      <NativeSelect
        label="Read replies"
        description={
          reads_replies ? 'By themselves, while a profile waits for its next message.' : NOBODY_READS
        }
        className={css.short}
        data={[{ value: '', label: 'Only when you ask' }, ...EVERY]}
        {...form.getInputProps('read_replies_hours')}
      />
      <div className={css.numbers}>
        <TextInput
          label="Quiet days after a reply"
          description="A campaign started within these days leaves them alone too."
          inputMode="numeric"
          {...form.getInputProps('quiet_days')}
        />
        <TextInput
          label="Messages without a reply"
          description="After so many a person is left alone. Empty: never."
          placeholder="No limit"
          inputMode="numeric"
          {...form.getInputProps('budget')}
        />
        <TextInput
          label="Days to keep their texts"
          description="0 keeps only that somebody replied, and when."
          inputMode="numeric"
          {...form.getInputProps('reply_text_days')}
        />
      </div>
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
      <div>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={isActive ? undefined : 'Renew to save settings'}
        >
          Save reply settings
        </ReasonButton>
      </div>
    </Form>
  );
}

/** The server names the line of a list that is wrong, which here is one field. */
function byField(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [name.replace(/[.[].*/, ''), words]),
  );
}
