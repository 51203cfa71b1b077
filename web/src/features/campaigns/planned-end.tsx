import type { Plan } from '@pigeonpost/contract/calls/plans';
import { forecast } from '@pigeonpost/contract/forecast';
import { useMemo } from 'react';
import css from './campaign-page.module.css';
import { endWords } from './forecast-words.ts';
import { forecastTimes, type Times } from './new-campaign-times.ts';

type PlannedEndProps = {
  plan: Plan;
  profile_ids: number[];
  /** When it begins and how much it sends, as typed in the user's zone. */
  times: Times;
  zone: string;
};

/** 'Mon 14-09 about 12:50, ± 30 min': when these profiles of a plan are done (docs/behaviour.md#forecast). */
export function PlannedEnd({ plan, profile_ids, times, zone }: PlannedEndProps) {
  const end = useMemo(() => {
    const profiles = plan.inputs.profiles.filter((_, index) =>
      profile_ids.includes(plan.profiles[index]?.profile_id ?? 0),
    );
    const inputs = { ...plan.inputs, ...forecastTimes(times, zone), profiles };
    return endWords(forecast(inputs), { nowMs: Date.parse(plan.as_of), notAfter: inputs.not_after });
  }, [plan, profile_ids, times, zone]);
  if (!end || plan.will === 0) return '–';
  return (
    <>
      {end.moment}
      {end.range ? <span className={css.quiet}>, {end.range}</span> : null}
    </>
  );
}
