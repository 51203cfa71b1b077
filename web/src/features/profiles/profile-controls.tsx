import { Loader } from '@mantine/core';
import type { Profile, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconExternalLink, IconPencil, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { ReasonTip } from '../../ui/form/reason-tip.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { type FolderHints, profileLabel } from './parts/folder-hints.ts';
import { restOf } from './parts/rest.ts';
import { type StartAgain, useOpenWindow, useResume, useTryAgain } from './parts/rest-actions.ts';
import { useRemoveProfile, useToggle } from './profile-actions.ts';
import css from './profiles.module.css';

/** What a row needs besides its profile. */
export type RowContext = {
  /** Opening or closing under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
  /** Why profiles cannot be changed or opened. */
  offReason: string | undefined;
  onEdit: (profile: Profile) => void;
  /** The campaign that was paused because this profile and the others of it could not send. */
  startAgain: (profile_id: number) => StartAgain | undefined;
  /** The machine that works a profile; undefined where there is only one. */
  machineOf: (profile: Profile) => string | undefined;
  /** What tells profiles of one name apart. */
  hints: FolderHints;
};

/** Whether the profile may send. */
export function ActiveSwitch({ profile, context }: { profile: Profile; context: RowContext }) {
  const { offReason, hints } = context;
  const toggle = useToggle(profile);
  return (
    <ReasonTip reason={offReason}>
      {(tip) => (
        <Switch
          label={`${profileLabel(profile, hints)} is active`}
          checked={profile.is_active === 1}
          onToggle={() => (offReason ? undefined : toggle())}
          {...tip}
        />
      )}
    </ReasonTip>
  );
}

/** Open or, for a profile that rests, Resume (a signed-out one is opened first) or Try again; and the menu. */
export function ProfileActions({ profile, context }: { profile: Profile; context: RowContext }) {
  const { offReason, onEdit, hints } = context;
  const profile_name = profileLabel(profile, hints);
  const { profile_path, blocked_at, signed_out_at, fault_until, is_open } = profile;
  const { open, underWay } = useOpenWindow(profile_path, context.requests.get(profile_path));
  const openOff = underWay ?? openOffReason(profile, offReason);
  const resume = useResume({ ...profile, profile_name }, context.startAgain(profile.id));
  const remove = useRemoveProfile({ ...profile, profile_name });
  const { tryAgain, isPending } = useTryAgain([profile]);
  const isResumeNext = blocked_at !== null || (signed_out_at !== null && is_open);
  const isTryNext = restOf(profile) === 'faulted' && fault_until !== null;
  return (
    <div className={css.actions}>
      {isResumeNext ? (
        <ReasonButton
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={16} />}
          aria-label={`Resume ${profile_name}`}
          reason={offReason}
          onClick={resume}
        >
          Resume
        </ReasonButton>
      ) : isTryNext ? (
        <ReasonButton
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          aria-label={`Try again with ${profile_name}`}
          loading={isPending}
          reason={offReason}
          onClick={tryAgain}
        >
          Try again
        </ReasonButton>
      ) : (
        <OpenButton name={profile_name} underWay={underWay} reason={openOff} onOpen={open} />
      )}
      <RowMenu
        label={`More for ${profile_name}`}
        items={[
          { label: 'Open Profile', icon: IconExternalLink, offReason: openOff, onPress: open },
          ...(signed_out_at !== null && !isResumeNext
            ? [{ label: 'Resume', icon: IconPlayerPlay, offReason, onPress: resume }]
            : []),
          { label: 'Edit Profile', icon: IconPencil, offReason, onPress: () => onEdit(profile) },
          { label: 'Delete Profile', icon: IconTrash, danger: true, offReason, onPress: remove },
        ]}
      />
    </div>
  );
}

type OpenButtonProps = {
  name: string;
  /** What is being done, while it is. */
  underWay: string | undefined;
  reason: string | undefined;
  onOpen: () => void;
};

function OpenButton({ name, underWay, reason, onOpen }: OpenButtonProps) {
  return (
    <ReasonButton
      variant="default"
      size="xs"
      leftSection={underWay ? <Loader size={14} color="currentcolor" /> : <IconExternalLink size={16} />}
      aria-label={underWay ?? `Open ${name}`}
      reason={reason}
      onClick={onOpen}
    >
      {underWay ?? 'Open'}
    </ReasonButton>
  );
}

function openOffReason({ is_active }: Profile, offReason: string | undefined): string | undefined {
  return offReason ?? (is_active === 1 ? undefined : 'Switch the profile on to open it');
}
