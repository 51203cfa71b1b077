import type { Plan } from '@pigeonpost/contract/calls/plans';
import { SUGGESTED_CANARY } from '@pigeonpost/contract/campaigns/canary';
import { forecast, fullDaysOf, USUAL_RETRY_RATE } from '@pigeonpost/contract/forecast/forecast';
import type { ForecastInputs } from '@pigeonpost/contract/forecast/forecast-inputs';
import { adviceOf } from '@pigeonpost/contract/forecast/plan-advice';
import type { Tx } from '../../../database/transaction.ts';
import { hasAgentThatSends } from '../../agents/queries.ts';
import { type AllInputs, countList } from './forecast-queries.ts';
import { findOthers } from './other-campaigns.ts';
import type { Counted } from './plan.ts';
import type { OwnPeople } from './plan-queries.ts';
import { inputsOf, type Others, problemOf } from './profile-inputs.ts';
import { listProfileInputs, type ProfileInputs } from './profile-inputs-queries.ts';

interface Forecasted extends AllInputs {
  user_id: number;
  /** 0: it is not made yet. */
  campaign_id: number;
  start_at: string | null;
  /** Profiles that could be used too, without a problem. */
  free_profiles: number[];
  isPractice: boolean;
  /** No other campaign may use its profiles. */
  isRunning: boolean;
}

/** Completes a plan by when it ends, with the profiles that send, and by what it advises (docs/behaviour.md#forecast). */
export async function forecastPlan(tx: Tx, { own, ...counted }: Counted, of: Forecasted): Promise<Plan> {
  const { user_id, campaign_id, profiles_used, free_profiles, list_id, isPractice, isRunning, ...rest } = of;
  const { is_first, retry_rate, ...given } = rest;
  const now = new Date(counted.as_of);
  const { in_list, pending } = await countList(tx, { user_id, list_id });
  const judged = counted.will_not.reduce((sum, { count }) => sum + count, counted.will);
  const ids = [...profiles_used, ...free_profiles];
  const all = await listProfileInputs(tx, { user_id, ids, campaign_id, now, isShown: true });
  const has_cap = given.cap_day !== null;
  const others = await findOthers(tx, { user_id, campaign_id, ids: isRunning ? [] : ids, has_cap, now });
  const found = all.filter(({ profile_id }) => profiles_used.includes(profile_id));
  const free = all.filter(({ profile_id }) => !profiles_used.includes(profile_id));
  const inputs = joinInputs({
    given: { as_of: counted.as_of, ...given },
    profiles: found,
    others,
    // Of a count that was cut off, the rest is supposed to be like it.
    counted: { ...counted, own, more: counted.is_counted_to_end ? 1 : pending / Math.max(1, judged) },
    retry_rate,
  });
  const freeInputs = free.map((profile) => inputsOf(profile, others, inputs));
  const plan: Omit<Plan, 'advice'> = {
    ...counted,
    is_first,
    suggested_canary: is_first && !isPractice && counted.will > SUGGESTED_CANARY ? SUGGESTED_CANARY : null,
    in_list,
    not_pending: Math.max(0, in_list - (counted.is_counted_to_end ? judged : pending)),
    // The answer's schema keeps only what a plan has of a profile, and a forecast takes.
    profiles: withFullDays(found, inputs, others),
    free_profiles: withFullDays(free, { ...inputs, profiles: freeInputs }, others).map((profile, index) => ({
      ...profile,
      inputs: freeInputs[index] as Plan['free_profiles'][number]['inputs'],
    })),
    inputs: inputs as Plan['inputs'],
    forecast: forecast(inputs),
  };
  const hasAgent = await hasAgentThatSends(tx, user_id, now);
  return { ...plan, advice: adviceOf({ plan, inputs, forecast: plan.forecast, hasAgent }) };
}

interface Joined {
  given: Omit<ForecastInputs, 'people' | 'profiles' | 'retry_rate' | 'sharing' | 'uncounted'>;
  profiles: ProfileInputs[];
  others: Others;
  /** Those who were judged; `more` times as many are supposed to be like them. */
  counted: { will: number; own: OwnPeople[]; more: number };
  /** Null: nothing was sent of late. */
  retry_rate: number | null;
}

/** All that a campaign's forecast takes. */
export function joinInputs({ given, profiles, others, counted, retry_rate }: Joined): ForecastInputs {
  const { will, own, more } = counted;
  const ownOf = ({ profile_id }: ProfileInputs) => {
    const theirs = own.filter((one) => one.profile_id === profile_id);
    return theirs.length === 0
      ? null
      : Math.round(theirs.reduce((sum, { people }) => sum + people, 0) * more);
  };
  // Nobody else writes to the people of a profile that cannot send: none of its days has them.
  const able = new Set(
    profiles.flatMap((profile) => (problemOf(profile, others) === null ? [profile.profile_id] : [])),
  );
  const waiting = own.reduce((sum, one) => sum + (able.has(one.profile_id) ? 0 : one.people), 0);
  return {
    ...given,
    people: Math.round((will - waiting) * more),
    profiles: profiles.map((profile) => ({ ...inputsOf(profile, others, given), people: ownOf(profile) })),
    retry_rate: retry_rate ?? USUAL_RETRY_RATE,
    sharing: others.sharing,
    uncounted: others.uncounted,
  };
}

function withFullDays(profiles: ProfileInputs[], inputs: ForecastInputs, others: Others) {
  const fullDays = fullDaysOf(inputs);
  return profiles.map((profile, index) => ({
    ...profile,
    problem: problemOf(profile, others),
    full_day: fullDays[index] ?? 0,
  }));
}
