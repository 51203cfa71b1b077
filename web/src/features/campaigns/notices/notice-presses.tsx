import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance, ProfileRequest } from '@pigeonpost/contract/calls/profiles';
import type { Settings } from '@pigeonpost/contract/calls/settings';
import { pendingOf } from '@pigeonpost/contract/campaigns';
import { nextOpen } from '@pigeonpost/contract/open-hours';
import { minutesOf } from '@pigeonpost/contract/sending-hours';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../account/settings.ts';
import { siteQuery } from '../../../account/site.ts';
import { useSubscriptionActive, useUser } from '../../../api/session.ts';
import { now } from '../../../clock.ts';
import { formatCount } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ButtonLink } from '../../../ui/form/button-link.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { useMistypedBlank } from '../../templates/parts/use-mistyped-blank.ts';
import { useChangeMessage, useSchedule } from '../api.ts';
import { useCampaignActions, useStartOffReason } from '../campaign-actions.ts';
import { ChangeLimits } from '../limits/change-limits.tsx';
import css from '../page/campaign-page.module.css';
import { DuplicateButton, EditButton } from './change-buttons.tsx';

const ScheduleDialog = lazyPart(() => import('../limits/schedule-dialog.tsx').then((m) => m.ScheduleDialog));

export type PressProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[];
  /** Open and close requests under way, by the profile's path. */
  requests: ReadonlyMap<string, ProfileRequest>;
};

/** To where a new agent's code is typed. */
export const EnterCode = () => (
  <ButtonLink to={paths.pair} search={{}} variant="default">
    Enter a code
  </ButtonLink>
);

/** To where profiles are switched on. */
export const OpenProfiles = () => <ButtonLink to={paths.profiles}>Open Profiles</ButtonLink>;

/** To the caps of the profiles, each of which waits for its own. */
export const LookAtProfiles = () => (
  <ButtonLink to={paths.profiles} variant="default">
    Open Profiles
  </ButtonLink>
);

/** To the campaign's list; of a draft without one nothing. */
export const AddPeople = ({ campaign: { list_id } }: PressProps) =>
  list_id === null ? null : (
    <ButtonLink to={paths.list} params={{ id: list_id }}>
      Add people
    </ButtonLink>
  );

/** To other profiles, where all were deleted: of the campaign itself as long as it has not started. */
export const OtherProfiles = ({ campaign }: PressProps) =>
  campaign.status === 'pending' ? (
    <EditButton campaign={campaign}>Choose others</EditButton>
  ) : (
    <DuplicateButton campaign={campaign} />
  );

/** The way to Settings where the site is chosen; a server for the practice inbox has one alone. */
export function ChooseSite() {
  const isPractice = useQuery(siteQuery).data?.is_practice;
  return isPractice === false ? (
    <ButtonLink to={paths.settingsAgents} search={{ line: 'site' }}>
      Choose the site
    </ButtonLink>
  ) : null;
}

/** The press by which a campaign that is not running goes on: the change that it needs first, else a start. */
export function WayOn({ campaign, profiles }: PressProps) {
  const { start } = useCampaignActions(campaign, { hasBar: true });
  const reason = useStartOffReason(campaign, profiles);
  const { status, start_refusal } = campaign;
  switch (start_refusal?.kind) {
    case 'last_moment':
      return <ChangeLimits campaign={campaign} label="Change its last moment" />;
    case 'text':
      return status === 'pending' ? (
        <EditButton campaign={campaign}>Change the message</EditButton>
      ) : (
        <DuplicateButton campaign={campaign} />
      );
    case 'stop_link':
      return (
        <ButtonLink to={paths.settingsPeople} search={{ line: 'sender' }} variant="default">
          Open Settings
        </ButtonLink>
      );
    case 'list':
      return <EditButton campaign={campaign}>Choose another list</EditButton>;
    default:
      return (
        <ReasonButton variant="default" reason={reason} onClick={start}>
          Continue
        </ReasonButton>
      );
  }
}

/** After its canary: the people whom it reached, and a start for the others. */
export function AfterReview({ campaign, profiles }: PressProps) {
  const { start } = useCampaignActions(campaign);
  const reason = useStartOffReason(campaign, profiles);
  const others = pendingOf(campaign);
  return (
    <span className={css.scheduleActions}>
      <ButtonLink
        to={paths.campaignPeople}
        params={{ id: campaign.id }}
        search={{ state: 'tried' }}
        variant="default"
      >
        See them
      </ButtonLink>
      <ReasonButton variant="default" reason={reason} onClick={start}>
        {others === 1 ? 'Start the other one' : `Start the other ${formatCount(others)}`}
      </ReasonButton>
    </span>
  );
}

/** Takes back a scheduled start, or asks for another moment. */
export function ChangeStart({ campaign }: PressProps) {
  const [isAsked, setAsked] = useKeptState(`another start of campaign ${campaign.id}`, false);
  const { mutate, isPending } = useSchedule(campaign.id);
  const isActive = useSubscriptionActive();
  return (
    <span className={css.scheduleActions}>
      <ReasonButton variant="default" loading={isPending} onClick={() => mutate(null)}>
        Do not start
      </ReasonButton>
      <ReasonButton
        variant="default"
        reason={isActive ? undefined : 'Renew to schedule campaigns'}
        onClick={() => setAsked(true)}
      >
        {campaign.stage === 'overdue' ? 'Choose another time' : 'Another time'}
      </ReasonButton>
      {isAsked ? <ScheduleDialog campaign={campaign} onClose={() => setAsked(false)} /> : null}
    </span>
  );
}

/** Leads to the hours for which the campaign waits: its own, or those of the account. */
export const ChangeHours = ({ campaign }: PressProps) => (
  <ChangeWait campaign={campaign} line="hours" label="Change hours" />
);

/** The same of a cap. */
export const ChangeCap = ({ campaign }: PressProps) => (
  <ChangeWait campaign={campaign} line="caps" label="Change cap" />
);

type ChangeWaitProps = { campaign: CampaignDetails; line: 'hours' | 'caps'; label: string };

function ChangeWait({ campaign, line, label }: ChangeWaitProps) {
  // Another window may have changed them, which is why it waits.
  const settings = useQuery({ ...settingsQuery, staleTime: 0 }).data?.settings;
  const zone = useUser()?.time_zone ?? 'UTC';
  if (waitsForOwn(campaign, opensAt(settings, zone)))
    return <ChangeLimits campaign={campaign} label={label} />;
  return (
    <ButtonLink to={paths.settingsSending} search={{ line }} variant="default">
      {label}
    </ButtonLink>
  );
}

/** The first moment that the account's hours and quiet dates allow. */
function opensAt(settings: Settings | undefined, time_zone: string): number | undefined {
  if (!settings) return undefined;
  const { hours, quiet_dates } = settings;
  return nextOpen({ hours: hours && minutesOf(hours), quiet_dates, time_zone }, now());
}

/** Whether a limit of the campaign's own is what it waits for, where the account's hours open at `opens`. */
function waitsForOwn({ hours, not_after, waiting_until, standstill }: CampaignDetails, opens = 0): boolean {
  const kind = standstill?.kind;
  if (kind === 'cap_campaign' || (waiting_until === null && not_after !== null)) return true;
  if (hours === null || kind === 'quiet_date' || kind === 'cap_account') return false;
  return waiting_until === null || opens < Date.parse(waiting_until);
}

/** Corrects an unknown placeholder. */
export function CorrectMessage({ campaign: { id, template_content } }: PressProps) {
  const isActive = useSubscriptionActive();
  const { mutate, isPending } = useChangeMessage(id);
  const found = useMistypedBlank(template_content);
  if (found === undefined) return null;
  return (
    <ReasonButton
      variant="default"
      loading={isPending}
      reason={isActive ? undefined : 'Renew to change messages'}
      onClick={() => mutate(found.corrected)}
    >
      Change it to {found.meant}
    </ReasonButton>
  );
}
