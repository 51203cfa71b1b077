import { NativeSelect, TextInput } from '@mantine/core';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_NAME_MAX, PROFILE_PATH_MAX } from '@pigeonpost/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { agentsQuery } from '../campaigns/api.ts';
import { FirefoxField } from './firefox-field.tsx';
import css from './profile-dialog.module.css';
import { useProfileForm } from './use-profile-form.ts';

type ProfileDialogProps = { profile: Profile | undefined; onClose: () => void };

/** Adds a profile or changes one; the kept password is never shown (spec 3, Secrets). */
export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const form = useProfileForm(profile);
  const agents = useQuery(agentsQuery).data?.agents ?? [];
  const machine = agents.find(({ id }) => id === form.values.agent_id);
  const isConnected = machine ? machine.connected : agents.some(({ connected }) => connected);
  return (
    <FormDialog
      title={profile ? 'Edit Profile' : 'Add Profile'}
      sentence="A Firefox profile on your computer, signed in to one Instagram account."
      size="wide"
      submitLabel={profile ? 'Save Profile' : 'Add Profile'}
      failure="Failed to save profile"
      onSubmit={form.save}
      onClose={onClose}
    >
      {agents.length > 1 ? (
        <NativeSelect
          label="Machine"
          value={String(form.values.agent_id ?? '')}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.set({ agent_id: value === '' ? null : Number(value) });
          }}
          data={[
            { value: '', label: 'The one that has the folder' },
            ...agents.map(({ id, machine_name, connected }) => ({
              value: String(id),
              label: connected ? machine_name : `${machine_name} (not connected)`,
            })),
          ]}
        />
      ) : null}
      <FirefoxField
        agentId={form.values.agent_id}
        isConnected={isConnected}
        path={form.values.profile_path}
        kept={profile?.profile_path}
        onChoose={({ path, name }) =>
          form.set({ profile_path: path, profile_name: form.values.profile_name.trim() || name })
        }
      />
      <TextInput
        label="Profile path"
        data-autofocus
        maxLength={PROFILE_PATH_MAX}
        spellCheck={false}
        {...form.field('profile_path')}
      />
      <TextInput label="Profile name" maxLength={PROFILE_NAME_MAX} {...form.field('profile_name')} />
      <div className={css.pair}>
        <TextInput
          label="Instagram username"
          description="Optional"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          {...form.field('insta_username')}
        />
        <PasswordField
          label="Instagram password"
          description={profile?.has_password ? 'One is kept; leave empty to keep it' : 'Optional'}
          autoComplete="new-password"
          maxLength={500}
          {...form.field('insta_password')}
        />
      </div>
    </FormDialog>
  );
}
