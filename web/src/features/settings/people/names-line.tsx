import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { useSaveSettings } from '../../../account/settings.ts';
import { LineForm } from '../line-form.tsx';
import { SettingLine } from '../setting-line.tsx';
import css from './people-lines.module.css';

const KINDS: Record<NameKind, { label: string; rule: string; chosen: string }> = {
  instagram: {
    label: 'Instagram usernames',
    rule: 'A username has 1 to 30 letters, digits, dots and underscores.',
    chosen: 'New recipients are Instagram usernames.',
  },
  address: {
    label: 'Addresses',
    rule: 'An address has up to 255 characters without white space, such as anna@club.example.',
    chosen: 'New recipients are addresses.',
  },
};

/** How recipients are named (docs/behaviour.md#names). */
export function NamesLine({ settings: { names } }: { settings: Settings }) {
  return (
    <SettingLine line="names" holds={KINDS[names].label}>
      <NamesForm names={names} />
    </SettingLine>
  );
}

function NamesForm({ names }: { names: NameKind }) {
  const { mutateAsync } = useSaveSettings();
  const form = useForm<{ names: NameKind }>({ initialValues: { names } });
  return (
    <LineForm
      line="names"
      form={form}
      saved={{ names }}
      onSave={async (_changed, values) => {
        await mutateAsync(values);
        return KINDS[values.names].chosen;
      }}
    >
      <p className="dimmed">
        Usernames or addresses, depending on the site you write to. You can change it when no campaign is
        running, paused or pending. Existing recipients stay.
      </p>
      <NativeSelect
        aria-label="Recipient format"
        className={css.short}
        description={KINDS[form.values.names].rule}
        data={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
        {...form.getInputProps('names')}
      />
    </LineForm>
  );
}
