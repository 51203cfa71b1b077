import { Button, Loader } from '@mantine/core';
import type { Profile, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import { IconExternalLink, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ReasonTip } from '../../ui/reason-tip.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Switch } from '../../ui/switch.tsx';
import { open, remove, resume, toggle } from './actions.ts';
import css from './profiles.module.css';

/** What a row needs besides its profile. */
export type RowContext = {
  /** Opening or closing under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
  /** Why profiles cannot be changed or opened. */
  offReason: string | undefined;
  onEdit: (profile: Profile) => void;
  /** The machine that works a profile; undefined where there is only one. */
  machineOf: (profile: Profile) => string | undefined;
};

/** Whether the profile may send. */
export function ActiveSwitch({ profile, offReason }: { profile: Profile; offReason: string | undefined }) {
  return (
    <ReasonTip reason={offReason}>
      {(tip) => (
        <Switch
          label={`${profile.profile_name} is active`}
          checked={profile.is_active === 1}
          onToggle={() => (offReason ? undefined : toggle(profile))}
          {...tip}
        />
      )}
    </ReasonTip>
  );
}

/** Open or, where a block waits for its owner, Resume; and the menu. */
export function ProfileActions({ profile, context }: { profile: Profile; context: RowContext }) {
  const { offReason, onEdit } = context;
  const request = context.requests.get(profile.profile_path);
  const openOff = request ? requestWords(request) : openOffReason(profile, offReason);
  return (
    <div className={css.actions}>
      {profile.blocked_at ? (
        <ReasonButton
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={16} />}
          aria-label={`Resume ${profile.profile_name}`}
          reason={offReason}
          onClick={() => resume(profile)}
        >
          Resume
        </ReasonButton>
      ) : (
        <OpenButton profile={profile} request={request} offReason={offReason} />
      )}
      <RowMenu
        label={`More for ${profile.profile_name}`}
        items={[
          { label: 'Open Profile', icon: IconExternalLink, offReason: openOff, onPress: () => open(profile) },
          { label: 'Edit Profile', icon: IconPencil, offReason, onPress: () => onEdit(profile) },
          {
            label: 'Delete Profile',
            icon: IconTrash,
            danger: true,
            offReason,
            onPress: () => remove(profile),
          },
        ]}
      />
    </div>
  );
}

type OpenButtonProps = {
  profile: Profile;
  request: ProfileRequest | undefined;
  offReason: string | undefined;
};

function OpenButton({ profile, request, offReason }: OpenButtonProps) {
  if (request) {
    return (
      <Button variant="default" size="xs" disabled leftSection={<Loader size={14} color="currentcolor" />}>
        {requestWords(request)}
      </Button>
    );
  }
  return (
    <ReasonButton
      variant="default"
      size="xs"
      leftSection={<IconExternalLink size={16} />}
      aria-label={`Open ${profile.profile_name}`}
      reason={openOffReason(profile, offReason)}
      onClick={() => open(profile)}
    >
      Open
    </ReasonButton>
  );
}

function requestWords({ status, request_type }: ProfileRequest): string {
  if (status === 'pending') return 'Pending...';
  return request_type === 'close' ? 'Closing...' : 'Opening...';
}

function openOffReason({ is_active }: Profile, offReason: string | undefined): string | undefined {
  return offReason ?? (is_active === 1 ? undefined : 'Switch the profile on to open it');
}
