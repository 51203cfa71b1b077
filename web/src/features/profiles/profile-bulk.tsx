import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { IconExternalLink, IconPlayerPlay, IconPower } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { allProfilesQuery } from './api.ts';
import { useOpenAll } from './open-all.ts';
import { restOf } from './parts/rest.ts';
import { useBulkChange } from './profile-actions.ts';
import type { RowContext } from './profile-controls.tsx';
import css from './profiles.module.css';

type ProfileBulkProps = { selection: Selection<Profile>; rows: Profile[]; context: RowContext };

/** The bar over the head while profiles are selected: each act says how many it changes, and what follows. */
export function ProfileBulk({ selection, rows, context }: ProfileBulkProps) {
  const { offReason, requests, startAgain } = context;
  // Not from the page: what was selected may have moved to another one.
  const all = useQuery(allProfilesQuery).data?.profiles ?? rows;
  const profiles = all.filter(({ id }) => selection.ids.has(id));
  const { resume, switchAll } = useBulkChange(startAgain);
  const { openSome } = useOpenAll();
  const resting = profiles.filter(({ fault_until, ...one }) =>
    restOf(one) === 'faulted' ? fault_until !== null : restOf(one) !== undefined,
  );
  const openable = profiles.filter(
    ({ is_active, is_open, running_campaign, profile_path }) =>
      is_active === 1 && !is_open && !running_campaign && !requests.has(profile_path),
  );
  const on = profiles.filter(({ is_active }) => is_active === 1);
  const isSwitchingOn = profiles.length > 0 && on.length === 0;
  const switched = isSwitchingOn ? profiles : on;
  const look = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <BulkBar selection={selection} rows={rows}>
      <ReasonButton
        {...look}
        leftSection={<IconPlayerPlay size={14} />}
        reason={offReason ?? (resting.length === 0 ? 'None of these is blocked or signed out' : undefined)}
        onClick={() => resume(resting)}
      >
        {`Resume ${formatCount(resting.length)}`}
      </ReasonButton>
      <ReasonButton
        {...look}
        leftSection={<IconExternalLink size={14} />}
        reason={offReason ?? (openable.length === 0 ? 'All of these are open, sending or off' : undefined)}
        onClick={() => openSome(openable.map(({ id }) => id))}
      >
        {`Open ${formatCount(openable.length)}`}
      </ReasonButton>
      <ReasonButton
        {...look}
        leftSection={<IconPower size={14} />}
        reason={offReason}
        onClick={() => switchAll(switched, isSwitchingOn)}
      >
        {`Switch ${isSwitchingOn ? 'on' : 'off'} ${formatCount(switched.length)}`}
      </ReasonButton>
      <span className={css.consequence}>{formatSending(profiles)}</span>
    </BulkBar>
  );
}

/** '2 are in a running campaign'. */
function formatSending(profiles: Profile[]): string {
  const used = profiles.filter(({ running_campaign }) => running_campaign);
  if (used.length === 0) return '';
  const names = new Set(used.map(({ running_campaign }) => running_campaign?.name));
  const [first] = names;
  return `${formatCount(used.length)} in ${names.size === 1 && first ? first : formatNoun(names.size, 'running campaign')}`;
}
