import type { Plan } from '@pigeonpost/contract/calls/plans';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import css from './plan.module.css';

type Planned = Plan['profiles'][number];

/** Each profile with its count and cap of today, and its messages on a full day. */
export function PlanProfiles({ profiles }: { profiles: Planned[] }) {
  return (
    <Card title="Each profile">
      {profiles.length === 0 ? <p className="dimmed">It has no profile.</p> : null}
      <ul className={css.people}>
        {profiles.map((profile) => (
          <li key={profile.profile_id} className={css.row}>
            <span>
              <bdi className="name">{profile.profile_name}</bdi>
              <br />
              <span className="dimmed">{profile.problem ?? todayWords(profile)}</span>
            </span>
            <span>
              {profile.problem ? 'Counts as none' : `${formatNoun(profile.full_day, 'message')} a day`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const BECAUSE = {
  own: 'its own cap',
  account: 'the cap of all profiles',
  begin_slowly: 'it begins slowly',
  half: 'at half, because it was blocked',
};

function todayWords({ begun_today, cap_now: { day, hour, because } }: Planned): string {
  const words = [
    day === null
      ? `${formatCount(begun_today)} today`
      : `${formatCount(begun_today)} of ${formatCount(day)} today`,
    ...(hour === null ? [] : [`at most ${formatCount(hour)} an hour`]),
  ];
  return `${words.join(', ')}${because ? `: ${BECAUSE[because]}` : ''}`;
}
