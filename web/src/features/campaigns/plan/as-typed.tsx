import type { Plan } from '@pigeonpost/contract/calls/plans';
import { forecast } from '@pigeonpost/contract/forecast/forecast';
import { useMemo } from 'react';
import { now } from '../../../clock.ts';
import { type CanaryValues, canaryError, canaryOf } from '../limits/canary-form.ts';
import { forecastTimes, type Times, timesRules } from '../limits/new-campaign-times.ts';
import { useLastValid } from './last-valid.ts';
import { WhatItWillDo } from './what-it-will-do.tsx';

type AsTypedProps = {
  plan: Plan;
  profile_ids: number[];
  /** When it begins and how much it sends, as typed in the user's zone. */
  values: Times & CanaryValues;
  suggestedCanary: number | null;
  zone: string;
  /** Shows who does not get it, and why. */
  onLeftOut: (() => void) | undefined;
};

/**
 * What these profiles of a plan will do with the values of a form (docs/behaviour.md#forecast). While a field has an
 * error, the last forecast stays, greyed.
 */
export function AsTyped({ plan, profile_ids, values, suggestedCanary, zone, onLeftOut }: AsTypedProps) {
  const isValid = isReadable(values, suggestedCanary, zone);
  const valid = useLastValid(values, isValid);
  const made = useMemo(() => {
    if (!valid) return undefined;
    const profiles = plan.inputs.profiles.filter((_, index) =>
      profile_ids.includes(plan.profiles[index]?.profile_id ?? 0),
    );
    const times = { ...forecastTimes(valid, zone), ...canaryOf(valid, suggestedCanary) };
    return { forecast: forecast({ ...plan.inputs, ...times, profiles }), notAfter: times.not_after };
  }, [plan, profile_ids, valid, suggestedCanary, zone]);
  return (
    <WhatItWillDo
      plan={plan}
      forecast={made?.forecast ?? plan.forecast}
      notAfter={made?.notAfter ?? null}
      noEnd={profile_ids.length === 0 ? 'Choose profiles to see when it ends' : undefined}
      isStale={!isValid}
      isSmall
      who={onLeftOut && { onPress: onLeftOut }}
    />
  );
}

function isReadable(values: Times & CanaryValues, suggestedCanary: number | null, zone: string): boolean {
  const rules = timesRules(zone, now);
  return [
    rules.start_day(values.start_day, values),
    rules.last_day(values.last_day, values),
    rules.hours(values.hours),
    rules.cap_day(values.cap_day),
    canaryError(values, suggestedCanary),
  ].every((error) => !error);
}
