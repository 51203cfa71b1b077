import type { Plan } from '@pigeonpost/contract/calls/plans';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { Card } from '../../ui/layout/card.tsx';
import boxes from '../../ui/table/selection-box.module.css';
import css from './plan.module.css';
import type { PlanTrial } from './use-plan-trial.ts';

type Planned = Plan['profiles'][number];

type PlanProfilesProps = {
  profiles: Planned[];
  /** What is tried: without it, its profiles stay as they are. */
  trial: PlanTrial | undefined;
};

/** Each profile with its count and cap of today, and its messages on a full day; one can be left out to try that. */
export function PlanProfiles({ profiles, trial }: PlanProfilesProps) {
  const ids = trial?.form.values.profile_ids ?? [];
  const toggle = (id: number) =>
    trial?.form.setFieldValue(
      'profile_ids',
      profiles
        .map(({ profile_id }) => profile_id)
        .filter((one) => (one === id ? !ids.includes(one) : ids.includes(one))),
    );
  const error = trial?.form.errors.profile_ids;
  return (
    <Card title="Each profile">
      {profiles.length === 0 ? <p className="dimmed">It has no profile.</p> : null}
      <ul className={css.people}>
        {profiles.map((profile) => {
          const id = profile.profile_id;
          const words = <ProfileWords profile={profile} />;
          return (
            <li key={id} className={css.row}>
              {trial && profiles.length > 1 ? (
                <label className={css.pick}>
                  <input
                    type="checkbox"
                    className={boxes.box}
                    aria-label={`Send from ${profile.profile_name}`}
                    checked={ids.includes(id)}
                    onChange={() => toggle(id)}
                  />
                  {words}
                </label>
              ) : (
                words
              )}
              <span>
                {profile.problem ? 'Counts as none' : `${formatNoun(profile.full_day, 'message')} a day`}
              </span>
            </li>
          );
        })}
      </ul>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </Card>
  );
}

function ProfileWords({ profile }: { profile: Planned }) {
  return (
    <span>
      <bdi className="name">{profile.profile_name}</bdi>
      <br />
      <span className="dimmed">{profile.problem ?? todayWords(profile)}</span>
    </span>
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
