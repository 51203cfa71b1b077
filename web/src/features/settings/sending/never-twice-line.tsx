import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NEVER_TWICE_MAX_DAYS, neverTwiceError } from '@pigeonpost/contract/account/settings';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { useSaveSettings } from '../../../account/settings.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './sending.module.css';

const USUAL_DAYS = 90;

/** The days of 'Never write to the same person twice' (docs/engine.md#never-the-same-person). */
export function NeverTwiceLine({ settings }: { settings: Settings }) {
  const { never_twice_days: days } = settings;
  return (
    <SettingLine
      line="never-twice"
      holds={
        days === null
          ? 'Off: a campaign writes to everyone pending in its list'
          : `On: nobody is written to within ${formatNoun(days, 'day')} after a message`
      }
    >
      <NeverTwiceForm settings={settings} />
    </SettingLine>
  );
}

type Values = { isOn: boolean; never_twice_days: string };

const valuesOf = ({ never_twice_days: days }: Settings): Values => ({
  isOn: days !== null,
  never_twice_days: String(days ?? USUAL_DAYS),
});

const daysOf = ({ isOn, never_twice_days: days }: Values) => (isOn ? Number(days || Number.NaN) : null);

function NeverTwiceForm({ settings }: { settings: Settings }) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: { never_twice_days: (_days, values) => neverTwiceError(daysOf(values)) ?? null },
  });
  const { isOn } = form.values;
  return (
    <LineForm
      line="never-twice"
      form={form}
      saved={valuesOf(settings)}
      onSave={async (_changed, values) => {
        const days = daysOf(values);
        await mutateAsync({ never_twice_days: days });
        return days === null
          ? 'People may be written to again.'
          : `Nobody is written to twice within ${formatNoun(days, 'day')}.`;
      }}
    >
      <p className="dimmed">
        When this is on, people you have messaged, or may have, are skipped by later campaigns, whatever list
        they are in, even after you delete the campaign or list.
      </p>
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
        {...form.getInputProps('never_twice_days')}
      />
    </LineForm>
  );
}
