import { NativeSelect, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import {
  accountServer,
  isDefaultProfile,
  PROFILE_NAME_MAX,
  PROFILE_PATH_MAX,
} from '@pigeonpost/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteWords } from '../../account/site-words.ts';
import { readCap, showCap, typedCapError } from '../../limits/cap-text.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { changedValues, isChange } from '../../ui/form/changed-values.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { agentsQuery } from '../agents/api.ts';
import { type ProfileDraft, useAddProfile, useOpenProfile, useUpdateProfile } from './api.ts';
import { FirefoxField } from './firefox-field.tsx';
import { type CapValues, ProfileCaps } from './profile-caps.tsx';
import css from './profile-dialog.module.css';

const STORED = 'A password is stored; leave empty to keep it';
const asked = (place: string) => `It was stored for another ${place}: type it again`;

type Values = Omit<ProfileDraft, keyof CapValues> & CapValues;

type ProfileDialogProps = { profile: Profile | undefined; onClose: () => void };

/** Adds a profile or changes one; a stored password is never shown (docs/behaviour.md#secrets). */
export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const { form, kept, save, setMadePath } = useProfileForm(profile);
  const agents = useQuery(agentsQuery).data?.agents ?? [];
  const words = useSiteWords();
  const machine = agents.find(({ id }) => id === form.values.agent_id);
  const isConnected = machine ? machine.connected : agents.some(({ connected }) => connected);
  const { has_password = false, password_lost = false, agent_id = null } = profile ?? {};
  // Another machine or server loses the stored password, so the form asks for it before.
  const isSameServer =
    accountServer(form.values.insta_username ?? '') === accountServer(profile?.insta_username ?? '');
  let storedFor: string | undefined;
  if (password_lost) storedFor = 'machine or site';
  else if (has_password && form.values.agent_id !== agent_id) storedFor = 'machine';
  else if (has_password && !isSameServer) storedFor = 'server';
  return (
    <FormDialog
      title={profile ? 'Edit Profile' : 'Add Profile'}
      sentence={`A Firefox profile on your computer, signed in to one ${words.account}.`}
      size="wide"
      submitLabel={profile ? 'Save Profile' : 'Add Profile'}
      failure="Failed to save profile"
      form={form}
      {...kept}
      onSubmit={save}
      onClose={onClose}
    >
      {agents.length > 1 ? (
        <NativeSelect
          label="Machine"
          value={String(form.values.agent_id ?? '')}
          onChange={(event) => {
            const { value } = event.currentTarget;
            form.setFieldValue('agent_id', value === '' ? null : Number(value));
          }}
          data={[
            { value: '', label: 'The machine that has the folder' },
            ...agents.map(({ id, machine_name, connected }) => ({
              value: String(id),
              label: connected ? machine_name : `${machine_name} (not connected)`,
            })),
          ]}
        />
      ) : null}
      <FirefoxField
        agent_id={form.values.agent_id}
        isConnected={isConnected}
        path={form.values.profile_path}
        kept={profile?.profile_path}
        machine={machine?.machine_name ?? agents.find(({ connected }) => connected)?.machine_name}
        name={form.values.profile_name}
        onMade={(path) => {
          setMadePath(path);
          form.setFieldValue('profile_path', path);
        }}
        onChoose={({ path, name }) =>
          form.setValues({ profile_path: path, profile_name: form.values.profile_name.trim() || name })
        }
      />
      <TextInput
        label="Profile path"
        data-autofocus
        spellCheck={false}
        {...limitedField(form, 'profile_path', PROFILE_PATH_MAX)}
      />
      <TextInput label="Profile name" {...limitedField(form, 'profile_name', PROFILE_NAME_MAX)} />
      <div className={css.pair}>
        <TextInput
          label={words.username}
          description="Optional"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          {...form.getInputProps('insta_username')}
        />
        <PasswordField
          label={words.password}
          description={
            storedFor ? (
              <span className={css.asked}>{asked(storedFor)}</span>
            ) : has_password ? (
              STORED
            ) : (
              'Optional'
            )
          }
          autoComplete="new-password"
          maxLength={500}
          {...form.getInputProps('insta_password')}
        />
      </div>
      {(has_password || password_lost) && form.values.insta_password === '' ? (
        <CheckField
          label={has_password ? 'Remove password' : 'Store no password'}
          hint="The agent then cannot sign this profile in by itself."
          {...form.getInputProps('remove_password', { type: 'checkbox' })}
        />
      ) : null}
      <ProfileCaps profile={profile} form={form as unknown as UseFormReturnType<CapValues>} />
    </FormDialog>
  );
}

/** The form of the profile dialog, and how it is saved. */
function useProfileForm(profile: Profile | undefined) {
  const [madePath, setMadePath] = useState<string>();
  const adding = useAddProfile();
  const updating = useUpdateProfile();
  const opening = useOpenProfile();
  const saved: Values = {
    profile_name: profile?.profile_name ?? '',
    profile_path: profile?.profile_path ?? '',
    insta_username: profile?.insta_username ?? '',
    insta_password: '',
    remove_password: false,
    agent_id: profile?.agent_id ?? null,
    cap_hour: showCap(profile?.cap_hour ?? null),
    cap_day: showCap(profile?.cap_day ?? null),
    begin_slowly: Boolean(profile?.begin_slowly),
  };
  const form = useForm<Values>({
    initialValues: saved,
    validate: {
      profile_path: (path) => pathError(path, 'Profile path is required'),
      profile_name: (name) => pathError(name, 'Profile name is required'),
      cap_hour: (cap) => typedCapError('profile_hour', cap),
      cap_day: (cap) => typedCapError('profile_day', cap),
    },
  });
  const save = async () => {
    if (form.validate().hasErrors) return false;
    const change = changeOf(form);
    if (!profile) await add();
    else if (isChange(change)) await updating.mutateAsync({ id: profile.id, change });
    toast.success(profile ? 'Profile saved.' : 'Profile added.');
    return true;
  };
  const add = async () => {
    const draft = form.getValues();
    const is_new = draft.profile_path === madePath;
    await adding.mutateAsync({
      ...draft,
      cap_hour: readCap(draft.cap_hour),
      cap_day: readCap(draft.cap_day),
      is_new,
    });
    // Its owner signs in there before it can send.
    if (is_new) await opening.mutateAsync(draft.profile_path);
  };
  const draft = `profile ${profile?.id ?? 'new'}`;
  return { form, kept: { draft, saved, except: ['insta_password' as const] }, save, setMadePath };
}

/** The changed fields; a new folder includes the machine shown with it. */
function changeOf(form: UseFormReturnType<Values>): Partial<ProfileDraft> {
  const { cap_hour, cap_day, ...rest } = changedValues(form);
  const change: Partial<ProfileDraft> = rest;
  if (cap_hour !== undefined) change.cap_hour = readCap(cap_hour);
  if (cap_day !== undefined) change.cap_day = readCap(cap_day);
  if (change.profile_path !== undefined) change.agent_id = form.getValues().agent_id;
  return change;
}

function pathError(text: string, missing: string): string | null {
  if (!text.trim()) return missing;
  return isDefaultProfile(text) ? "Firefox's own default profiles cannot be used" : null;
}
