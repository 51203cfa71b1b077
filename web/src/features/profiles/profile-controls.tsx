import { Loader } from '@mantine/core';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Profile, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import {
  IconExternalLink,
  IconLogin2,
  IconPencil,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { StartAgain } from '../../campaign-state/campaigns-at-work.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { ReasonButton, ReasonTip } from '../../ui/form/reason-button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { useCloseProfiles, useDeleteProfile, useToggleProfile } from './api.ts';
import { type FolderHints, profileLabel } from './parts/folder-hints.ts';
import { useOpenWindow, useResume, useTryAgain } from './parts/rest-actions.ts';
import css from './profiles.module.css';

/** The data of a row besides its profile. */
export type RowContext = {
  /** Open or close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
  /** Why profiles cannot be changed or opened. */
  offReason: string | undefined;
  onEdit: (profile: Profile) => void;
  /** The paused campaign of this profile that could not send with any of its profiles. */
  startAgain: (profile_id: number) => StartAgain | undefined;
  /** The running or paused campaign of a profile; a running one if there are several. */
  campaignOf: (profile_id: number) => Campaign | undefined;
  /** The machine of a profile; undefined if there is only one. */
  machineOf: (profile: Profile) => string | undefined;
  /** Hints that distinguish profiles of the same name. */
  hints: FolderHints;
};

/** Whether the profile may send. */
export function ActiveSwitch({ profile, context }: { profile: Profile; context: RowContext }) {
  const { offReason, hints } = context;
  const { mutate: toggle } = useToggleProfile();
  return (
    <ReasonTip reason={offReason}>
      {(tip) => (
        <Switch
          label={`${profileLabel(profile, hints)} is active`}
          checked={profile.is_active === 1}
          onToggle={() => (offReason ? undefined : toggle(profile))}
          {...tip}
        />
      )}
    </ReasonTip>
  );
}

/**
 * The next action as a button, and the others in the menu: Resume for a blocked profile, or a signed-out one with an
 * open window; Sign in for a signed-out one; Try again; Close for an open window; else Open.
 */
export function ProfileActions({ profile, context }: { profile: Profile; context: RowContext }) {
  const { offReason, onEdit, hints } = context;
  const profile_name = profileLabel(profile, hints);
  const { profile_path } = profile;
  const { open, underWay } = useOpenWindow(profile_path, context.requests.get(profile_path));
  const { mutate: close } = useCloseProfiles();
  const openOff = underWay ?? openOffReason(profile, offReason);
  const resume = useResume({ ...profile, profile_name }, context.startAgain(profile.id));
  const remove = useRemoveProfile({ ...profile, profile_name });
  const { tryAgain, isPending } = useTryAgain([profile]);
  const next = nextAct(profile);
  const acts: Record<NextAct, Act> = {
    resume: { label: 'Resume', Icon: IconPlayerPlay, off: offReason, onPress: resume },
    try_again: {
      label: 'Try again',
      spoken: 'Try again with',
      Icon: IconRefresh,
      off: offReason,
      isPending,
      onPress: tryAgain,
    },
    sign_in: {
      label: 'Sign in',
      spoken: 'Sign in with',
      Icon: IconLogin2,
      off: openOff,
      underWay,
      onPress: open,
    },
    close: { label: 'Close', Icon: IconX, off: underWay, underWay, onPress: () => close([profile_path]) },
    open: { label: 'Open', Icon: IconExternalLink, off: openOff, underWay, onPress: open },
  };
  return (
    <div className={css.actions}>
      <NextButton act={acts[next]} name={profile_name} />
      <RowMenu
        label={`More for ${profile_name}`}
        items={[
          { label: 'Open Profile', icon: IconExternalLink, offReason: openOff, onPress: open },
          ...(profile.is_open && next !== 'close'
            ? [
                {
                  label: 'Close window',
                  icon: IconX,
                  offReason: underWay,
                  onPress: () => close([profile_path]),
                },
              ]
            : []),
          ...(profile.signed_out_at !== null && next !== 'resume'
            ? [{ label: 'Resume', icon: IconPlayerPlay, offReason, onPress: resume }]
            : []),
          { label: 'Edit Profile', icon: IconPencil, offReason, onPress: () => onEdit(profile) },
          { label: 'Delete Profile', icon: IconTrash, danger: true, offReason, onPress: remove },
        ]}
      />
    </div>
  );
}

type NextAct = 'resume' | 'try_again' | 'sign_in' | 'close' | 'open';

function nextAct({ blocked_at, signed_out_at, faulted_at, fault_until, is_open }: Profile): NextAct {
  if (blocked_at) return 'resume';
  if (signed_out_at) return is_open ? 'resume' : 'sign_in';
  if (faulted_at && fault_until) return 'try_again';
  return is_open ? 'close' : 'open';
}

type Act = {
  label: string;
  /** The accessible name's text before the profile's name, if it differs from the label. */
  spoken?: string;
  Icon: typeof IconX;
  /** Why it is disabled. */
  off: string | undefined;
  /** The text while it is under way. */
  underWay?: string | undefined;
  isPending?: boolean;
  onPress: () => unknown;
};

function NextButton({ act, name }: { act: Act; name: string }) {
  const { label, spoken = label, Icon, off, underWay, isPending = false, onPress } = act;
  return (
    <ReasonButton
      variant="default"
      size="xs"
      leftSection={underWay ? <Loader size={14} color="currentcolor" /> : <Icon size={16} />}
      aria-label={underWay ?? `${spoken} ${name}`}
      loading={isPending}
      reason={off}
      onClick={onPress}
    >
      {underWay ?? label}
    </ReasonButton>
  );
}

function openOffReason({ is_active }: Profile, offReason: string | undefined): string | undefined {
  return offReason ?? (is_active === 1 ? undefined : 'Switch the profile on to open it');
}

/** Asks and deletes a profile; the refusal of a needed one names the campaign. */
function useRemoveProfile({ id, profile_name }: Profile): () => Promise<void> {
  const { mutate } = useDeleteProfile();
  return async () => {
    const agreed = await confirm({
      title: `Delete ${profile_name}?`,
      body: 'Pigeonpost forgets the profile and its password. What it sent stays in the numbers, and its folder stays on your computer.',
      confirmLabel: 'Delete profile',
    });
    if (agreed) mutate(id);
  };
}
