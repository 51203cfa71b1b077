import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { nextOpen } from '@pigeonpost/contract/open-hours';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import type { TimeWaitKind } from '@pigeonpost/contract/time-waits';
import { IconHourglass, IconMoon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../api/session.ts';
import { now } from '../../clock.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { settingsQuery } from '../settings/api.ts';
import { ChangeLimits } from './change-limits.tsx';

const LABELS: Partial<Record<TimeWaitKind, string>> = {
  never: 'Change hours',
  hours: 'Change hours',
  quiet_date: 'Change hours',
  cap_account: 'Change cap',
  cap_campaign: 'Change cap',
};

/** Hours or caps keep a running campaign from sending: until when, and where they are changed. */
export function TimeNotice({ campaign, kind }: { campaign: CampaignDetails; kind: TimeWaitKind }) {
  const label = LABELS[kind];
  return (
    <Notice
      tone={kind === 'never' ? 'paused' : 'pending'}
      icon={label === 'Change hours' ? <IconMoon size={18} /> : <IconHourglass size={18} />}
      title="Waiting."
      action={label ? <Change campaign={campaign} kind={kind} label={label} /> : undefined}
    >
      {campaign.waiting_reason}
    </Notice>
  );
}

type ChangeProps = { campaign: CampaignDetails; kind: TimeWaitKind; label: string };

/** Leads to what the campaign waits for: its own limits, or those of the account. */
function Change({ campaign, kind, label }: ChangeProps) {
  // Another window may have changed them, which is why it waits.
  const settings = useQuery({ ...settingsQuery, staleTime: 0 }).data?.settings;
  const zone = useUser()?.time_zone ?? 'UTC';
  if (!waitsForOwn(campaign, kind, opensAt(settings, zone)))
    return (
      <ButtonLink to={paths.settings} variant="default">
        {label}
      </ButtonLink>
    );
  return <ChangeLimits campaign={campaign} label={label} />;
}

/** The first moment that the account's hours and quiet dates allow. */
function opensAt(settings: Settings | undefined, time_zone: string): number | undefined {
  if (!settings) return undefined;
  const { hours, quiet_dates } = settings;
  return nextOpen({ hours: hours && minutesOf(hours), quiet_dates, time_zone }, now());
}

/** Whether a limit of the campaign's own is what it waits for, where the account's hours open at `opens`. */
function waitsForOwn(campaign: CampaignDetails, kind: TimeWaitKind, opens = 0): boolean {
  const { hours, not_after, waiting_until } = campaign;
  if (kind === 'cap_campaign' || (waiting_until === null && not_after !== null)) return true;
  if (hours === null || kind === 'quiet_date' || kind === 'cap_account') return false;
  return waiting_until === null || opens < Date.parse(waiting_until);
}
