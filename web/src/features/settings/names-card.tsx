import { NativeSelect } from '@mantine/core';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/layout/card.tsx';
import { settingsQuery, useSaveSettings } from './api.ts';
import css from './settings.module.css';

const KINDS = [
  { value: 'instagram', label: 'Instagram usernames' },
  { value: 'address', label: 'Addresses' },
];

const RULES: Record<NameKind, string> = {
  instagram: 'A username has 1 to 30 letters, digits, dots and underscores.',
  address: 'An address has up to 255 characters without white space, such as anna@club.example.',
};

const CHOSEN: Record<NameKind, string> = {
  instagram: 'New recipients are Instagram usernames.',
  address: 'New recipients are addresses.',
};

/** How recipients are named, saved as soon as it is chosen (docs/behaviour.md#names). */
export function NamesCard({ isActive }: { isActive: boolean }) {
  // The first card's error of a failed fetch is enough.
  const settings = useQuery(settingsQuery).data?.settings;
  const { mutate, isPending, variables } = useSaveSettings(
    (_answer, { names }: { names: NameKind }) => CHOSEN[names],
  );
  const asked = isPending && 'names' in variables ? variables.names : undefined;
  const chosen = asked ?? settings?.names ?? 'instagram';
  return (
    <Card
      title="Recipient format"
      note="Usernames or addresses, depending on the site you write to. You can change it when no campaign is running, paused or pending. Existing recipients stay."
      className={css.names}
    >
      <NativeSelect
        aria-label="Recipient format"
        description={RULES[chosen]}
        data={KINDS}
        value={chosen}
        disabled={!settings || !isActive}
        onChange={(event) => mutate({ names: event.currentTarget.value as NameKind })}
      />
    </Card>
  );
}
