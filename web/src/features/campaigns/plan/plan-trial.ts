import { DEFAULT_SETTINGS, settingsErrors } from '@pigeonpost/contract/account/settings';
import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import { fullDaysOf } from '@pigeonpost/contract/forecast/forecast';
import type { ForecastInputs } from '@pigeonpost/contract/forecast/forecast-inputs';
import { neverOpenError } from '@pigeonpost/contract/open-hours';
import {
  type HourRange,
  hoursError,
  minutesOf,
  neverMeetError,
  rangesOf,
} from '@pigeonpost/contract/sending-hours';
import { now } from '../../../clock.ts';
import { readCap, showCap, typedCapError } from '../../../limits/cap-text.ts';
import { type CanaryValues, canaryError, canaryOf, typedCanary } from '../limits/canary-form.ts';
import { forecastTimes, limitsOf, type Times, timesOf, timesRules } from '../limits/new-campaign-times.ts';
import { typedMoment } from '../limits/schedule-words.ts';

/** What a plan tries, as typed: the limits of its campaign, and values of the account, which hold for all campaigns. */
export type Trial = Times &
  CanaryValues & {
    profile_ids: number[];
    account_hours: HourRange[] | null;
    delay_start: string;
    delay_end: string;
    profile_cap_hour: string;
    profile_cap_day: string;
    account_cap_day: string;
  };

/** The values that are saved now. */
export function trialOf({ inputs, profiles }: Plan, campaign: Campaign): Trial {
  return {
    ...limitsOf(campaign, inputs.time_zone),
    ...startOf(campaign, inputs.time_zone),
    ...typedCanary(campaign.canary),
    profile_ids: profiles.map(({ profile_id }) => profile_id),
    account_hours: inputs.hours && rangesOf(inputs.hours),
    delay_start: String(inputs.delay_start),
    delay_end: String(inputs.delay_end),
    profile_cap_hour: showCap(inputs.profile_cap_hour),
    profile_cap_day: showCap(inputs.profile_cap_day),
    account_cap_day: showCap(inputs.cap_day),
  };
}

/** One that is overdue has no start ahead. */
function startOf({ stage, start_at }: Campaign, zone: string): Partial<Times> {
  if (stage !== 'scheduled' || start_at === null) return {};
  const { day, time } = typedMoment(Date.parse(start_at), zone);
  return { begins: 'later', start_day: day, start_time: time };
}

type TrialErrors = Partial<Record<keyof Trial, string>>;

/** The first error of each field that differs from what is saved, in the words of the server. */
export function trialErrors(
  trial: Trial,
  saved: Trial,
  { inputs, delayMin }: { inputs: Plan['inputs']; delayMin: number },
): TrialErrors {
  const nowMs = now();
  const rules = timesRules(inputs.time_zone, () => nowMs);
  const account = accountOf(trial);
  const errors: { [Field in keyof Trial]?: string | null | undefined } = {
    ...settingsErrors({ ...DEFAULT_SETTINGS, ...account }, delayMin),
    profile_cap_day: typedCapError('profile_day', trial.profile_cap_day),
    profile_cap_hour: typedCapError('profile_hour', trial.profile_cap_hour),
    account_cap_day: typedCapError('account_day', trial.account_cap_day),
    account_hours: accountHoursError(account.hours, inputs),
    start_day: rules.start_day(trial.start_day, trial),
    last_day: rules.last_day(trial.last_day, trial),
    cap_day: rules.cap_day(trial.cap_day),
    canary: canaryError(trial, null),
    profile_ids: trial.profile_ids.length > 0 ? null : 'Choose at least one profile',
  };
  errors.hours =
    rules.hours(trial.hours) ?? (errors.account_hours ? null : meetError(trial.hours, account.hours));
  // A last moment that has passed since it was saved is no mistake of the trial.
  if (JSON.stringify(limitsIn(trial, inputs.time_zone)) === JSON.stringify(limitsIn(saved, inputs.time_zone)))
    for (const field of ['start_day', 'last_day'] as const) delete errors[field];
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
}

function accountHoursError(hours: HourRange[] | null, { quiet_dates, time_zone }: Plan['inputs']) {
  const error = hoursError(hours);
  if (error !== undefined || hours === null) return error;
  return neverOpenError({ hours: minutesOf(hours), quiet_dates, time_zone }, now());
}

const meetError = (own: HourRange[] | null, account: HourRange[] | null) =>
  own ? neverMeetError(minutesOf(own), account && minutesOf(account)) : null;

/** A profile that a plan can be tried with, and what a forecast takes of it. */
type TrialProfile = Plan['profiles'][number] & { inputs: ForecastInputs['profiles'][number] };

/** Those of the campaign, then the free ones that it does not use. */
export function trialProfiles({ profiles, inputs, free_profiles }: Plan): TrialProfile[] {
  const used = profiles.flatMap((profile, index) => {
    const own = inputs.profiles[index];
    return own ? [{ ...profile, inputs: own }] : [];
  });
  return [...used, ...free_profiles];
}

/** Without the profiles that another campaign took meanwhile. */
export function withKnownProfiles(trial: Trial, plan: Plan): Trial {
  const known = trialProfiles(plan).map(({ profile_id }) => profile_id);
  return { ...trial, profile_ids: trial.profile_ids.filter((id) => known.includes(id)) };
}

/** What a forecast takes for a trial without errors. */
export function trialInputs(
  trial: Trial,
  { plan, campaign }: { plan: Plan; campaign: Campaign },
): ForecastInputs {
  const { inputs } = plan;
  const { hours: accountHours, ...account } = accountOf(trial);
  const times = forecastTimes(trial, inputs.time_zone);
  const isPending = campaign.status === 'pending';
  return {
    ...inputs,
    ...account,
    hours: accountHours && minutesOf(accountHours),
    ...times,
    // What was started has its countdown, and what is left of its canary.
    start_at: isPending ? times.start_at : inputs.start_at,
    canary: isPending ? canaryOf(trial, null).canary : inputs.canary,
    profiles: trialProfiles(plan)
      .filter(({ profile_id }) => trial.profile_ids.includes(profile_id))
      .map((profile) => profile.inputs),
  };
}

/** The messages of each profile on a full day, by its id: those of the campaign, and those that it does not use. */
export function trialFullDays(inputs: ForecastInputs, plan: Plan): ReadonlyMap<number, number> {
  const all = trialProfiles(plan);
  const counts = fullDaysOf({ ...inputs, profiles: all.map((profile) => profile.inputs) });
  return new Map(all.map(({ profile_id }, index) => [profile_id, counts[index] ?? 0]));
}

/** The changes that would save a trial: of the settings, and of the campaign. */
export function trialChanges(trial: Trial, saved: Trial, zone: string) {
  const campaignOf = (values: Trial) => ({
    ...limitsIn(values, zone),
    ...canaryOf(values, null),
    profiles_used: values.profile_ids,
  });
  return {
    account: changed(accountOf(trial), accountOf(saved)),
    campaign: changed(campaignOf(trial), campaignOf(saved)),
  };
}
export type TrialChanges = ReturnType<typeof trialChanges>;

/** The entries that differ; undefined if none does. */
function changed<Values extends object>(values: Values, saved: Values): Partial<Values> | undefined {
  const before = Object.entries(saved);
  const entries = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object.fromEntries(before)[name]),
  );
  return entries.length > 0 ? (Object.fromEntries(entries) as Partial<Values>) : undefined;
}

const limitsIn = (values: Times, zone: string) => ({
  start_at: null,
  not_after: null,
  hours: null,
  cap_day: null,
  ...timesOf(values, zone),
});

const accountOf = (trial: Trial) => ({
  delay_start: readCap(trial.delay_start) ?? Number.NaN,
  delay_end: readCap(trial.delay_end) ?? Number.NaN,
  profile_cap_hour: readCap(trial.profile_cap_hour),
  profile_cap_day: readCap(trial.profile_cap_day),
  cap_day: readCap(trial.account_cap_day),
  hours: trial.account_hours,
});
