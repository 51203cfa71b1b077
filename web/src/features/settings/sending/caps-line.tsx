import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import type { CapKind } from '@pigeonpost/contract/campaigns/caps';
import { useSaveSettings } from '../../../account/settings.ts';
import { CAP_FIELD, readCap, showCap, typedCapError } from '../../../limits/cap-text.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import { formatCaps } from './format-caps.ts';
import css from './sending.module.css';

const FIELDS = [
  ['profile_cap_hour', 'Each profile an hour', 'profile_hour'],
  ['profile_cap_day', 'Each profile a day', 'profile_day'],
  ['cap_day', 'All together a day', 'account_day'],
] as const satisfies [keyof Settings, string, CapKind][];

/** The caps of all profiles and of the account (docs/behaviour.md#caps). */
export function CapsLine({ settings }: { settings: Settings }) {
  return (
    <SettingLine line="caps" holds={formatCaps(settings)}>
      <CapsForm settings={settings} />
    </SettingLine>
  );
}

type Values = Record<(typeof FIELDS)[number][0], string>;

const valuesOf = (settings: Settings): Values => ({
  profile_cap_hour: showCap(settings.profile_cap_hour),
  profile_cap_day: showCap(settings.profile_cap_day),
  cap_day: showCap(settings.cap_day),
});

function CapsForm({ settings }: { settings: Settings }) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<Values>({
    initialValues: valuesOf(settings),
    validate: (values) =>
      Object.fromEntries(FIELDS.map(([name, , kind]) => [name, typedCapError(kind, values[name])])),
  });
  return (
    <LineForm
      line="caps"
      form={form}
      saved={valuesOf(settings)}
      onSave={async (changed) => {
        await mutateAsync(
          Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, readCap(text)])),
        );
        return 'Caps saved.';
      }}
    >
      <div className={css.caps}>
        {FIELDS.map(([name, label]) => (
          <TextInput key={name} {...CAP_FIELD} label={label} {...form.getInputProps(name)} />
        ))}
      </div>
      <p className="dimmed">
        The smallest that applies wins; a campaign or a profile can only make it less. Clock hours, such as
        14:00 to 15:00, and days of your time zone. Every try counts.
      </p>
    </LineForm>
  );
}
