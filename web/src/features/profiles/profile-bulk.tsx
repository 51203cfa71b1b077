import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { ProfileBulkAction } from '@pigeonpost/contract/profiles';
import { IconExternalLink, IconPlayerPlay, IconPower } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { StartAgain } from '../../campaign-state/campaigns-at-work.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, following, type Question } from '../../ui/feedback/confirm.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { allProfilesQuery, useChangeProfiles } from './api.ts';
import { useOpenAll } from './open-all.ts';
import { isTriedAgain, restOf } from './parts/rest.ts';
import { SEVERAL_HALF } from './parts/rest-actions.ts';
import type { RowContext } from './profile-controls.tsx';
import css from './profiles.module.css';

const NAMES = new Intl.ListFormat('en-GB');

type ProfileBulkProps = { selection: Selection<Profile>; rows: Profile[]; context: RowContext };

/** The bar over the head while profiles are selected: each action says how many it changes, with the consequences. */
export function ProfileBulk({ selection, rows, context }: ProfileBulkProps) {
  const { offReason, requests, startAgain } = context;
  // Not from the page: a selected row may have moved to another one.
  const all = useQuery(allProfilesQuery).data?.profiles ?? rows;
  const profiles = all.filter(({ id }) => selection.ids.has(id));
  const { resume, switchAll } = useBulkChange(startAgain);
  const { openSome } = useOpenAll();
  const resting = profiles.filter(({ fault_until, ...one }) =>
    isTriedAgain(restOf(one)) ? fault_until !== null : restOf(one) !== undefined,
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
      <span className={`${css.consequence} one-line dimmed`}>{formatSending(profiles)}</span>
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

/** Resumes many, or switches them off or on, after a question with the consequences. */
function useBulkChange(startAgain: (profile_id: number) => StartAgain | undefined) {
  const { mutateAsync } = useChangeProfiles();
  const change = (action: ProfileBulkAction, profiles: Profile[]) =>
    mutateAsync({ action, profile_ids: profiles.map(({ id }) => id) }).then(
      () => true,
      () => false,
    );
  const resume = async (profiles: Profile[]) => {
    const waiting = new Map(
      profiles.flatMap(({ id }) => {
        const again = startAgain(id);
        return again ? [[again.name, again] as const] : [];
      }),
    );
    const names = NAMES.format([...waiting.keys()]);
    const agreed = await confirm({
      title: `Resume ${formatNoun(profiles.length, 'profile')}?`,
      body: `Look at each in Firefox first, and sign in where it is signed out. Once resumed, they send again in their campaigns.${
        profiles.some(({ blocked_at }) => blocked_at) ? SEVERAL_HALF : ''
      }${
        names
          ? ` ${names} ${waiting.size === 1 ? 'is' : 'are'} paused until you start ${waiting.size === 1 ? 'it' : 'them'} again.`
          : ''
      }`,
      confirmLabel: `Resume ${formatCount(profiles.length)}`,
      harmless: true,
      ...(names && { otherLabel: `Resume and start ${names} again` }),
    });
    if (!agreed || !(await change('resume', profiles))) return;
    if (agreed === 'other') for (const { start } of waiting.values()) await start();
  };
  const switchAll = async (profiles: Profile[], isOn: boolean) => {
    if (isOn) return void change('switch_on', profiles);
    const ids = new Set(profiles.map(({ id }) => id));
    // A campaign may start or end with them while the question is open.
    const follows = following(allProfilesQuery, (now) =>
      switchOffQuestion(now.profiles.filter(({ id }) => ids.has(id))),
    );
    if (await confirm({ ...switchOffQuestion(profiles), follows })) await change('switch_off', profiles);
  };
  return { resume, switchAll };
}

function switchOffQuestion(profiles: Profile[]): Question {
  const sending = new Set(profiles.flatMap(({ running_campaign: one }) => (one ? [one.name] : [])));
  const [goes, pauses] = sending.size === 1 ? ['goes', 'pauses'] : ['go', 'pause'];
  return {
    title: `Switch off ${formatNoun(profiles.length, 'profile')}?`,
    body:
      sending.size === 0
        ? 'They send nothing until you switch them on again. None of them is in a running campaign.'
        : `They send nothing until you switch them on again. ${NAMES.format([...sending])} ${goes} on with other profiles, or ${pauses} where none is left.`,
    confirmLabel: `Switch off ${formatCount(profiles.length)}`,
    harmless: true,
  };
}
