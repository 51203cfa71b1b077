import { TextInput } from '@mantine/core';
import type { Answer } from '@pigeonpost/contract/client';
import { type SettingsValues, settingsFaults } from '@pigeonpost/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { errorText } from '../../ui/error-text.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { toast } from '../../ui/toast.ts';
import { settingsQuery } from '../campaigns/api.ts';
import { saveSettings } from './api.ts';
import css from './automation-card.module.css';
import { DelayScale } from './delay-scale.tsx';
import { paceWords } from './pace-words.ts';

const FIELDS = [
  ['max_retries', 'Maximum Retries'],
  ['delay_start', 'Delay Start (seconds)'],
  ['delay_end', 'Delay End (seconds)'],
] as const;

/** The pace of sending, read back in words (spec 2, section 5). */
export function AutomationCard({ isActive }: { isActive: boolean }) {
  const query = useQuery(settingsQuery);
  return (
    <Card title="Automation Settings" className={css.card}>
      {query.data ? <Form answer={query.data} isActive={isActive} /> : null}
      {query.error && !query.data ? (
        <ErrorState title="Failed to fetch settings" error={query.error} onRetry={query.refetch} />
      ) : null}
    </Card>
  );
}

type FormProps = { answer: Answer<'GET /api/settings'>; isActive: boolean };

function Form({ answer: { settings, limits }, isActive }: FormProps) {
  const [values, setValues] = useState<SettingsValues>(settings);
  const [checked, setChecked] = useState(false);
  const [saving, setSaving] = useState(false);
  const faults = settingsFaults(values, limits.delay_min);
  const isFine = Object.keys(faults).length === 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isFine || saving || !isActive) return;
    setSaving(true);
    try {
      await saveSettings(values);
      setChecked(false);
      toast.success('Settings saved successfully');
    } catch (error) {
      toast.error(errorText(error, 'Failed to save settings'));
    }
    setSaving(false);
  };
  return (
    <form onSubmit={submit} noValidate>
      <div className={css.fields}>
        {FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            inputMode="numeric"
            value={String(values[name])}
            error={checked ? faults[name] : undefined}
            onChange={(event) => {
              const value = toInteger(event.currentTarget.value);
              setValues((current) => ({ ...current, [name]: value }));
            }}
          />
        ))}
      </div>
      <DelayScale start={values.delay_start} end={values.delay_end} limits={limits} />
      <p className={css.words}>{isFine ? <ReadBack values={values} /> : Object.values(faults)[0]}</p>
      <ReasonButton type="submit" loading={saving} reason={isActive ? undefined : 'Renew to save settings'}>
        Save Settings
      </ReasonButton>
    </form>
  );
}

function ReadBack({ values }: { values: SettingsValues }) {
  const { wait, perHour, perDay, retries } = paceWords(values);
  return (
    <>
      Each profile waits <b>{wait}</b> between two messages: about <b>{perHour}</b>
      {perDay ? `, ${perDay}` : ''}. What failed before it was sent is tried {retries}.
    </>
  );
}

/** An entry as a whole number; one that is none becomes 0 (spec 2, section 5). */
function toInteger(text: string): number {
  return Number.parseInt(text, 10) || 0;
}
