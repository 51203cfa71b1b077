import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { type CapKind, capError } from '@pigeonpost/contract/caps';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { useLeaveQuestion } from '../../ui/form/leave-question.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../ui/form/use-saved-elsewhere.ts';
import { Card } from '../../ui/layout/card.tsx';
import { settingsQuery, useSaveSettings } from './api.ts';
import { readCap, showCap } from './parts/cap-text.ts';
import css from './settings.module.css';

const FIELDS = [
  ['profile_cap_hour', 'Each profile an hour', 'profile_hour'],
  ['profile_cap_day', 'Each profile a day', 'profile_day'],
  ['cap_day', 'All together a day', 'account_day'],
] as const satisfies [keyof Settings, string, CapKind][];

/** The caps of all profiles and of the account (docs/behaviour.md#caps). */
export function CapsCard() {
  const isActive = useSubscriptionActive();
  // The error of a failed fetch on the card above is enough.
  const settings = useQuery(settingsQuery).data?.settings;
  return (
    <Card
      title="At most"
      note="The smallest that applies wins. A campaign or a profile can only make it less."
      className={css.caps}
    >
      {settings ? <CapsForm settings={settings} isActive={isActive} /> : null}
    </Card>
  );
}

type Values = Record<(typeof FIELDS)[number][0], string>;

const valuesOf = (settings: Settings): Values => ({
  profile_cap_hour: showCap(settings.profile_cap_hour),
  profile_cap_day: showCap(settings.profile_cap_day),
  cap_day: showCap(settings.cap_day),
});

function CapsForm({ settings, isActive }: { settings: Settings; isActive: boolean }) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: (values) =>
      Object.fromEntries(FIELDS.map(([name, , kind]) => [name, capError(kind, readCap(values[name]))])),
  });
  useKeptForm('caps', form);
  useSavedElsewhere(form, valuesOf(settings));
  useLeaveQuestion(form.isDirty(), {
    title: 'Discard the changed caps?',
    body: 'Your changes will be lost.',
  });
  const save = form.onSubmit(async (values) => {
    if (!isActive) return;
    try {
      const changed = Object.entries(changedValues(form)).map(([name, text]) => [name, readCap(text)]);
      const change: Partial<Record<keyof Values, number | null>> = Object.fromEntries(changed);
      if (isChange(change)) await mutateAsync(change);
      form.resetDirty(values);
      toast.success('Caps saved.');
    } catch (error) {
      form.setErrors(fieldErrors(error));
    }
  });
  return (
    <Form onSubmit={save} className={css.form}>
      <div className={css.fields}>
        {FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            placeholder="No cap"
            inputMode="numeric"
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <p className={`${css.counted} dimmed`}>
        Clock hours, such as 14:00 to 15:00, and days of your time zone. Every try counts.
      </p>
      <div>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={isActive ? undefined : 'Renew to save settings'}
        >
          Save caps
        </ReasonButton>
      </div>
    </Form>
  );
}
