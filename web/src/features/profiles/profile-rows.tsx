import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { IconBrandFirefox } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../api/realtime.ts';
import { useNow } from '../../clock.ts';
import { paths } from '../../paths.ts';
import { Countdown, Due } from '../../ui/layout/time.tsx';
import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { useIsFrozen } from '../freeze/api.ts';
import { cappedWords } from './parts/capped-words.ts';
import { formatUsername } from './parts/format-username.ts';
import { isTriedAgain, type Rest, restOf } from './parts/rest.ts';
import { RestBadge, RestSince } from './parts/rest-badge.tsx';
import { ActiveSwitch, ProfileActions, type RowContext } from './profile-controls.tsx';
import css from './profiles.module.css';

/** The columns of the profiles table; new ones only when the context changed. */
export function profileColumns(context: RowContext): Column<Profile>[] {
  return [
    {
      head: 'Profile',
      cell: (profile) => <Names profile={profile} context={context} />,
    },
    { head: 'Account', width: '18%', narrow: 'gone', cell: (profile) => <Account profile={profile} /> },
    {
      head: 'Now',
      width: '26%',
      narrow: '28%',
      cell: (profile) => <ProfileDoing profile={profile} campaign={context.campaignOf(profile.id)} />,
    },
    {
      head: 'Active',
      width: '80px',
      cell: (profile) => <ActiveSwitch profile={profile} context={context} />,
    },
    {
      head: 'Actions',
      width: '184px',
      align: 'right',
      cell: (profile) => <ProfileActions profile={profile} context={context} />,
    },
  ];
}

/** A profile on a phone. */
export function ProfileCard({ profile, context }: { profile: Profile; context: RowContext }) {
  return (
    <>
      <div className={`${css.cardHead} spread`}>
        <Names profile={profile} context={context} />
        <ActiveSwitch profile={profile} context={context} />
      </div>
      <div className={`${css.cardFoot} spread`}>
        <ProfileDoing profile={profile} campaign={context.campaignOf(profile.id)} />
        <ProfileActions profile={profile} context={context} />
      </div>
    </>
  );
}

/** The name, with the end of its folder below; without room for a column, the account is between them. */
function Names({ profile, context }: { profile: Profile; context: RowContext }) {
  const { profile_name, insta_username, profile_path } = profile;
  const machine = context.machineOf(profile);
  return (
    <div className="shrink">
      <p
        className={`${css.name} one-line name`}
        data-off={profile.is_active === 0}
        title={profile_name}
        dir="auto"
      >
        {profile_name}
      </p>
      {insta_username ? (
        <p
          className={`${css.accountBelow} one-line dimmed`}
          title={formatUsername(insta_username)}
          dir="auto"
        >
          {formatUsername(insta_username)}
        </p>
      ) : null}
      {profile.password_lost ? <p className={css.lost}>Type its password again</p> : null}
      <TruncatedPath path={profile_path} />
      {machine ? <p className="one-line dimmed">on {machine}</p> : null}
    </div>
  );
}

function Account({ profile: { insta_username } }: { profile: Profile }) {
  if (!insta_username) return <span className="one-line dimmed">–</span>;
  return (
    <p className="one-line dimmed" title={formatUsername(insta_username)} dir="auto">
      {formatUsername(insta_username)}
    </p>
  );
}

type DoingProps = {
  profile: Profile;
  /** The running or paused campaign that uses it. */
  campaign: Campaign | undefined;
};

/**
 * The present state of a profile: blocked, signed out, cannot start, open in Firefox, sending and when next, or
 * nothing.
 */
function ProfileDoing({ profile, campaign }: DoingProps) {
  const { is_active, running_campaign, is_open } = profile;
  const rest = restOf(profile);
  if (rest) return <Resting rest={rest} profile={profile} campaign={running_campaign ?? campaign} />;
  if (is_open) {
    return (
      <div className={`${css.doing} shrink`}>
        <p className={css.open}>
          <IconBrandFirefox size={16} aria-hidden="true" />
          Open in Firefox
        </p>
        {running_campaign && is_active === 1 ? (
          <p className="dimmed">
            <CampaignLink {...running_campaign} /> waits for its window
          </p>
        ) : null}
      </div>
    );
  }
  if (running_campaign && is_active === 1) {
    // After a restore the line below says so for all of them.
    const known = campaign?.id === running_campaign.id ? campaign.standstill : null;
    const standstill = known?.kind === 'frozen' ? null : known;
    return (
      <div className={`${css.doing} shrink`}>
        <p className="one-line">
          {standstill ? 'In' : 'Sending'} <CampaignLink {...running_campaign} />
        </p>
        {profile.capped_until && !(standstill && BEFORE_CAPS.has(standstill.kind)) ? (
          <Capped profile={profile} until={profile.capped_until} />
        ) : standstill ? (
          <p className="dimmed">{standstill.words}</p>
        ) : (
          <NextSend until={profile.next_send_at} />
        )}
      </div>
    );
  }
  return <p className={`${css.idle} dimmed`}>{is_active === 1 ? 'Ready' : 'Switched off'}</p>;
}

function CampaignLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to={paths.campaign} params={{ id }} className={`${css.link} medium`} title={name} dir="auto">
      {name}
    </Link>
  );
}

type RestingProps = {
  rest: Rest;
  profile: Profile;
  campaign: { id: number; name: string } | undefined;
};

function Resting({ rest, profile, campaign }: RestingProps) {
  const { fault_until, rest_reason: reason, running_campaign } = profile;
  return (
    <div className={`${css.doing} shrink`}>
      <p className="one-line">
        <RestBadge rest={rest} />
        {campaign ? (
          <>
            {' '}
            in <CampaignLink {...campaign} />
          </>
        ) : null}
      </p>
      <p className="dimmed">
        {fault_until && isTriedAgain(rest) && running_campaign ? (
          <NextTry until={fault_until} />
        ) : (
          <RestSince profile={profile} />
        )}
      </p>
      {reason ? (
        <p className={`${css.reason} two-lines note`} title={reason} dir="auto">
          {reason}
        </p>
      ) : null}
    </div>
  );
}

/** Until when a cap lets it wait. */
function Capped({ profile, until }: { profile: Profile; until: string }) {
  const nowMs = useNow(60);
  if (Date.parse(until) <= nowMs) return <NextSend until={profile.next_send_at} />;
  return <p className="dimmed">{cappedWords(profile, { until, nowMs })}</p>;
}

/** What a campaign waits for before the caps of its profiles matter. */
const BEFORE_CAPS: ReadonlySet<string> = new Set([
  'never',
  'hours',
  'quiet_date',
  'cap_account',
  'cap_campaign',
]);

function NextTry({ until }: { until: string }) {
  const nowMs = useNow();
  if (Date.parse(until) <= nowMs) return 'tried again now';
  return (
    <>
      again in <Countdown until={until} />
    </>
  );
}

function NextSend({ until }: { until: string | null }) {
  const nowMs = useNow();
  const isFrozen = useIsFrozen();
  if (useConnection().state === 'lost') return <p className="dimmed">next is not known</p>;
  if (isFrozen) return <p className="dimmed">sending waits</p>;
  if (!until || Date.parse(until) <= nowMs) return <p className="dimmed">next is due now</p>;
  return (
    <p className="dimmed">
      next <Due at={until} />
    </p>
  );
}
