import type { Plan } from '@pigeonpost/contract/calls/plans';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { formatClock } from '../../../format/format-time.ts';
import { Card } from '../../../ui/layout/card.tsx';
import boxes from '../../../ui/table/selection-box.module.css';
import { fullMoment } from './forecast-words.ts';
import { fullDayWords } from './full-day-words.ts';
import css from './plan.module.css';
import { trialProfiles } from './plan-trial.ts';
import type { PlanTrial } from './use-plan-trial.ts';

type Planned = Plan['profiles'][number];

type PlanProfilesProps = {
  plan: Plan;
  trial: PlanTrial;
  /** Whether others can be tried. */
  mayChoose: boolean;
};

// With one more, so that nothing is folded for the sake of one.
const SHOWN = 8;

/**
 * Each profile with its count and cap of today, and its messages on a full day; one can be taken off, and a free one
 * added, to try that.
 */
export function PlanProfiles({ plan, trial, mayChoose }: PlanProfilesProps) {
  const { profiles, free_profiles } = plan;
  const all = [...profiles, ...free_profiles];
  const ids = trial.form.values.profile_ids;
  const toggle = (id: number) =>
    trial.form.setFieldValue(
      'profile_ids',
      all
        .map(({ profile_id }) => profile_id)
        .filter((one) => (one === id ? !ids.includes(one) : ids.includes(one))),
    );
  const list = {
    plan,
    ids,
    onToggle: mayChoose && all.length > 1 ? toggle : undefined,
    fullDays: trial.fullDays,
    isStale: trial.hasErrors,
  };
  const error = trial.form.errors.profile_ids;
  const byTrouble = [
    ...profiles.filter(({ problem }) => problem),
    ...profiles.filter(({ problem }) => !problem),
  ];
  const shown = profiles.length > SHOWN + 1 ? byTrouble.slice(0, SHOWN) : byTrouble;
  return (
    <Card title="Each profile">
      {profiles.length === 0 ? <p className="dimmed">It has no profile.</p> : null}
      <Profiles {...list} profiles={shown} />
      {shown.length < profiles.length ? (
        <details className={css.more}>
          <summary>{profiles.length - shown.length} more</summary>
          <Profiles {...list} profiles={byTrouble.slice(shown.length)} />
        </details>
      ) : null}
      {free_profiles.length > 0 ? (
        <details className={css.more}>
          <summary>{formatNoun(free_profiles.length, 'free profile')} that it does not use</summary>
          <Profiles {...list} profiles={free_profiles} />
        </details>
      ) : null}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </Card>
  );
}

type ProfilesProps = {
  profiles: Planned[];
  /** Those that are tried. */
  ids: number[];
  onToggle: ((id: number) => void) | undefined;
  fullDays: PlanTrial['fullDays'];
  /** While a field has an error. */
  isStale: boolean;
  plan: Plan;
};

function Profiles({ profiles, plan, ids, onToggle, fullDays, isStale }: ProfilesProps) {
  return (
    <ul className={css.people}>
      {profiles.map((profile) => {
        const id = profile.profile_id;
        const words = <ProfileWords profile={profile} plan={plan} />;
        return (
          <li key={id} className={css.row}>
            {onToggle ? (
              <label className={css.pick}>
                <input
                  type="checkbox"
                  className={boxes.box}
                  aria-label={`Send from ${profile.profile_name}`}
                  checked={ids.includes(id)}
                  onChange={() => onToggle(id)}
                />
                {words}
              </label>
            ) : (
              words
            )}
            <span className={isStale ? css.stale : undefined}>
              {fullDayWords(profile, fullDays.get(id) ?? 0)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ProfileWords({ profile, plan }: { profile: Planned; plan: Plan }) {
  return (
    <span>
      <bdi className="name">{profile.profile_name}</bdi>
      <br />
      <span className="dimmed" dir="auto">
        {profile.problem ?? laterWords(profile, plan) ?? todayWords(profile)}
      </span>
    </span>
  );
}

/** 'In Kiln open, which is forecast to end Mon 30-11 14:20': why it sends later; undefined if it can send now. */
function laterWords({ profile_id, obstacle }: Planned, plan: Plan): string | undefined {
  const nowMs = Date.parse(plan.as_of);
  const inputs = trialProfiles(plan).find((one) => one.profile_id === profile_id)?.inputs;
  const running = inputs?.busy.find(({ from }) => from <= plan.as_of);
  if (running) return `In ${running.campaign}, which is forecast to end ${fullMoment(running.until, nowMs)}`;
  if (!inputs?.rests_until) return undefined;
  const again = `is tried again by itself at ${formatClock(inputs.rests_until)}`;
  if (!obstacle) return `Firefox could not start: it ${again}`;
  return `${/[.!?]$/.test(obstacle) ? obstacle : `${obstacle}.`} It ${again}`;
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
