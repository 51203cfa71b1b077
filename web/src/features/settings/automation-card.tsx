import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type SettingsValues, settingsErrors } from '@pigeonpost/contract/account/settings';
import type { Answer } from '@pigeonpost/contract/client';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery, useSaveSettings } from '../../account/settings.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useFetchFailure } from '../../ui/feedback/fetch-failure.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { Form } from '../../ui/form/form.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { usePageForm } from '../../ui/form/use-page-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { DelayScale } from './delay-scale.tsx';
import { formatPace } from './format-pace.ts';
import css from './settings.module.css';

const FETCH_FAILED = 'Failed to fetch settings';
const FIELDS = [
  ['max_retries', 'Maximum Retries'],
  ['delay_start', 'Delay Start (seconds)'],
  ['delay_end', 'Delay End (seconds)'],
] as const;

/** The automation settings, with their meaning in words (docs/behaviour.md#settings). */
export function AutomationCard({ isActive }: { isActive: boolean }) {
  const query = useQuery(settingsQuery);
  const { error, refetch } = useFetchFailure(query, FETCH_FAILED);
  return (
    <Card title="Automation Settings" className={css.automation}>
      {query.data ? <AutomationForm answer={query.data} isActive={isActive} /> : null}
      {error && !query.data ? <ErrorState title={FETCH_FAILED} error={error} onRetry={refetch} /> : null}
    </Card>
  );
}

type FormProps = { answer: Answer<'GET /api/settings'>; isActive: boolean };

function AutomationForm({ answer: { settings, limits }, isActive }: FormProps) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: paceOf(settings),
    validate: (values) => settingsErrors(values, limits.delay_min),
    // After a refusal, every change is validated again, because the two delays depend on each other.
    clearInputErrorOnChange: false,
    onValuesChange: () => {
      if (Object.keys(form.errors).length > 0) form.validate();
    },
  });
  const errors = Object.values(settingsErrors(form.values, limits.delay_min));
  const save = usePageForm({
    form,
    draft: 'settings',
    saved: paceOf(settings),
    question: {
      title: 'Discard the changed settings?',
      body: 'They are not saved yet. Sending continues with the saved ones.',
    },
    onSave: async () => {
      if (!isActive) return false;
      // Another window's change meanwhile stays.
      const change = changedValues(form);
      if (isChange(change)) await mutateAsync(change);
      toast.success('Settings saved successfully');
    },
  });
  return (
    <Form onSubmit={save}>
      <div className={css.fields}>
        {FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            inputMode="numeric"
            {...form.getInputProps(name)}
            value={String(form.values[name])}
            onChange={(event) => form.setFieldValue(name, toInteger(event.currentTarget.value))}
          />
        ))}
      </div>
      <DelayScale start={form.values.delay_start} end={form.values.delay_end} limits={limits} />
      <p className={`${css.pace} dimmed`}>{errors[0] ?? <ReadBack values={form.values} />}</p>
      <p className={css.warning} role="status">
        {errors.length === 0 ? warningOf(form.values) : ''}
      </p>
      <ReasonButton
        type="submit"
        loading={form.submitting}
        reason={isActive ? undefined : 'Renew to save settings'}
      >
        Save Settings
      </ReasonButton>
    </Form>
  );
}

function ReadBack({ values }: { values: SettingsValues }) {
  const { wait, perHour, perDay, retries } = formatPace(values);
  return (
    <>
      Each profile waits <b>{wait}</b> between two messages: about <b>{perHour}</b>
      {perDay ? `, ${perDay}` : ''}. A message that fails before sending is retried {retries}.
    </>
  );
}

const paceOf = ({ max_retries, delay_start, delay_end }: SettingsValues) => ({
  max_retries,
  delay_start,
  delay_end,
});

/** A pace at which a site may detect automation; it is still allowed. */
function warningOf(values: SettingsValues): string {
  const { isFast, perHour } = formatPace(values);
  return isFast ? `At ${perHour} a profile is likely to be blocked: 8 to 12 an hour are recommended.` : '';
}

/** An entry as a whole number; 0 when it is none. */
function toInteger(text: string): number {
  return Number.parseInt(text, 10) || 0;
}
