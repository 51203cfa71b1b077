import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { NEVER_TWICE_MAX_DAYS, neverTwiceError } from '@pigeonpost/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { fieldErrors } from '../../ui/form/field-errors.ts';
import { Form } from '../../ui/form/form.tsx';
import { useLeaveQuestion } from '../../ui/form/leave-question.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { useSavedElsewhere } from '../../ui/form/use-saved-elsewhere.ts';
import { Card } from '../../ui/layout/card.tsx';
import { settingsQuery, useSaveSettings } from './api.ts';
import css from './settings.module.css';

const USUAL_DAYS = 90;

/** The days of 'Never write to the same person twice' (docs/engine.md#never-the-same-person). */
export function NeverTwiceCard({ isActive }: { isActive: boolean }) {
  // The error of a failed fetch on the card above is enough.
  const settings = useQuery(settingsQuery).data?.settings;
  return (
    <Card
      title="Never write to the same person twice"
      note="When this is on, people you have messaged, or may have, are skipped by later campaigns, whatever list they are in, even after you delete the campaign or list."
      className={css.neverTwice}
    >
      {settings ? <NeverTwiceForm settings={settings} isActive={isActive} /> : null}
    </Card>
  );
}

type Values = { isOn: boolean; days: string };

const valuesOf = ({ never_twice_days }: Settings): Values => ({
  isOn: never_twice_days !== null,
  days: String(never_twice_days ?? USUAL_DAYS),
});

const daysOf = ({ isOn, days }: Values) => (isOn ? Number(days || Number.NaN) : null);

function NeverTwiceForm({ settings, isActive }: { settings: Settings; isActive: boolean }) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: { days: (_days, values) => neverTwiceError(daysOf(values)) ?? null },
  });
  useKeptForm('never twice', form);
  useSavedElsewhere(form, valuesOf(settings));
  useLeaveQuestion(form.isDirty(), {
    title: 'Discard the changed days?',
    body: 'Your changes will be lost.',
  });
  const { isOn } = form.values;
  const save = form.onSubmit(async (values) => {
    if (!isActive) return;
    const days = daysOf(values);
    try {
      await mutateAsync({ never_twice_days: days });
      form.resetDirty(values);
      toast.success(
        days === null
          ? 'People may be written to again.'
          : `Nobody is written to twice within ${formatNoun(days, 'day')}.`,
      );
    } catch (error) {
      const { never_twice_days: reason } = fieldErrors(error);
      if (reason) form.setFieldError('days', reason);
    }
  });
  return (
    <Form onSubmit={save} className={`${css.form} stack`}>
      <CheckField
        label="Skip people who were messaged"
        hint="When off, a campaign writes to everyone pending in its list."
        checked={isOn}
        onChange={({ currentTarget }) => form.setFieldValue('isOn', currentTarget.checked)}
      />
      <TextInput
        label="For how many days"
        description={`1 to ${NEVER_TWICE_MAX_DAYS.toLocaleString('en-US')} days after a message.`}
        inputMode="numeric"
        className={css.days}
        disabled={!isOn}
        {...form.getInputProps('days')}
      />
      <div>
        <ReasonButton
          type="submit"
          loading={form.submitting}
          reason={isActive ? undefined : 'Renew to save settings'}
        >
          Save
        </ReasonButton>
      </div>
    </Form>
  );
}
