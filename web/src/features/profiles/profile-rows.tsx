import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { TruncatedPath } from '../../ui/layout/truncated-path.tsx';
import type { Column } from '../../ui/table/table-columns.tsx';
import { formatUsername } from './parts/format-username.ts';
import { ActiveSwitch, ProfileActions, type RowContext } from './profile-controls.tsx';
import { ProfileDoing } from './profile-doing.tsx';
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
      <div className={css.cardHead}>
        <Names profile={profile} context={context} />
        <ActiveSwitch profile={profile} context={context} />
      </div>
      <div className={css.cardFoot}>
        <ProfileDoing profile={profile} campaign={context.campaignOf(profile.id)} />
        <ProfileActions profile={profile} context={context} />
      </div>
    </>
  );
}

/** The name, with the end of its folder below it; where there is no room for a column, the account stands between. */
function Names({ profile, context }: { profile: Profile; context: RowContext }) {
  const { profile_name, insta_username, profile_path } = profile;
  const machine = context.machineOf(profile);
  return (
    <div className={css.names}>
      <p className={css.name} data-off={profile.is_active === 0} title={profile_name} dir="auto">
        {profile_name}
      </p>
      {insta_username ? (
        <p className={css.accountBelow} title={formatUsername(insta_username)}>
          {formatUsername(insta_username)}
        </p>
      ) : null}
      {profile.password_lost ? <p className={css.lost}>Type its password again</p> : null}
      <TruncatedPath path={profile_path} />
      {machine ? <p className={css.account}>on {machine}</p> : null}
    </div>
  );
}

function Account({ profile: { insta_username } }: { profile: Profile }) {
  if (!insta_username) return <span className={css.account}>–</span>;
  return (
    <p className={css.account} title={formatUsername(insta_username)}>
      {formatUsername(insta_username)}
    </p>
  );
}
