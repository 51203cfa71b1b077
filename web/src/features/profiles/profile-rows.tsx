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
      width: '24%',
      narrow: '30%',
      cell: (profile) => <Names profile={profile} isPathTold />,
    },
    { head: 'Folder', narrow: 'gone', cell: (profile) => <Folder profile={profile} context={context} /> },
    { head: 'Now', width: '20%', narrow: 'auto', cell: (profile) => <ProfileDoing profile={profile} /> },
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
        <Names profile={profile} />
        <ActiveSwitch profile={profile} context={context} />
      </div>
      <Folder profile={profile} context={context} />
      <div className={css.cardFoot}>
        <ProfileDoing profile={profile} />
        <ProfileActions profile={profile} context={context} />
      </div>
    </>
  );
}

/** In a table that has no room for the folder's column, the folder stands below. */
function Names({ profile, isPathTold = false }: { profile: Profile; isPathTold?: boolean }) {
  const { profile_name, insta_username, profile_path } = profile;
  return (
    <div className={css.names}>
      <p className={css.name} title={profile_name} dir="auto">
        {profile_name}
      </p>
      {insta_username ? (
        <p className={css.account} title={formatUsername(insta_username)}>
          {formatUsername(insta_username)}
        </p>
      ) : null}
      {profile.password_lost ? <p className={css.lost}>Type its password again</p> : null}
      {isPathTold ? (
        <div className={css.pathBelow}>
          <TruncatedPath path={profile_path} />
        </div>
      ) : null}
    </div>
  );
}

function Folder({ profile, context }: { profile: Profile; context: RowContext }) {
  const machine = context.machineOf(profile);
  return (
    <div className={css.folder}>
      <TruncatedPath path={profile.profile_path} />
      {machine ? <p className={css.account}>on {machine}</p> : null}
    </div>
  );
}
