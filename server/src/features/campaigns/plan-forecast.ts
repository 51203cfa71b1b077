import type { Plan } from '@pigeonpost/contract/calls/plans';
import { SUGGESTED_CANARY } from '@pigeonpost/contract/canary';
import { forecast, fullDaysOf, USUAL_RETRY_RATE } from '@pigeonpost/contract/forecast';
import type { ForecastInputs, ForecastProfile } from '@pigeonpost/contract/forecast-inputs';
import { adviceOf } from '@pigeonpost/contract/plan-advice';
import type { Tx } from '../../database/transaction.ts';
import { hasAgentThatSends } from '../agents/queries.ts';
import {
  type CampaignInputs,
  countList,
  findRetryRate,
  getAccountInputs,
  listProfileInputs,
  type ProfileInputs,
} from './forecast-queries.ts';
import type { Counted } from './plan.ts';

interface Forecasted extends CampaignInputs {
  user_id: number;
  /** 0: it is not made yet. */
  campaign_id: number;
  start_at: string | null;
  /** Profiles that could be used too, without a problem. */
  free_profiles: number[];
  isPractice: boolean;
}

/** Completes a plan by when it ends, with the profiles that send, and by what it advises (docs/behaviour.md#forecast). */
export async function forecastPlan(tx: Tx, { own, ...counted }: Counted, of: Forecasted): Promise<Plan> {
  const { user_id, campaign_id, profiles_used, free_profiles, list_id, isPractice, ...campaign } = of;
  const now = new Date(counted.as_of);
  const { is_first, ...account } = await getAccountInputs(tx, user_id, now);
  const { in_list, pending } = await countList(tx, { user_id, list_id });
  const judged = counted.will_not.reduce((sum, { count }) => sum + count, counted.will);
  const ids = [...profiles_used, ...free_profiles];
  const all = await listProfileInputs(tx, { user_id, ids, campaign_id, now, isShown: true });
  const found = all.filter(({ profile_id }) => profiles_used.includes(profile_id));
  const free = all.filter(({ profile_id }) => !profiles_used.includes(profile_id));
  // Of a count that was cut off, the rest is supposed to be like it.
  const more = counted.is_counted_to_end ? 1 : pending / Math.max(1, judged);
  const ownOf = (profile: ProfileInputs) => {
    const count = own.find(({ profile_id }) => profile_id === profile.profile_id)?.people;
    return count === undefined ? null : Math.round(count * more);
  };
  const profiles = found.map((profile) => ({ ...inputsOf(profile), people: ownOf(profile) }));
  // Nobody else writes to the people of a profile that cannot send: none of its days has them.
  const able = found.filter((profile) => problemOf(profile) === null).map(({ profile_id }) => profile_id);
  const waiting = own.reduce((sum, one) => sum + (able.includes(one.profile_id) ? 0 : one.people), 0);
  const inputs: ForecastInputs = {
    as_of: counted.as_of,
    ...account,
    ...campaign,
    people: Math.round((counted.will - waiting) * more),
    profiles,
    retry_rate: (await findRetryRate(tx, user_id, now)) ?? USUAL_RETRY_RATE,
  };
  const freeInputs = free.map(inputsOf);
  const plan: Omit<Plan, 'advice'> = {
    ...counted,
    is_first,
    suggested_canary: is_first && !isPractice && counted.will > SUGGESTED_CANARY ? SUGGESTED_CANARY : null,
    in_list,
    not_pending: Math.max(0, in_list - (counted.is_counted_to_end ? judged : pending)),
    // The answer's schema keeps only what a plan has of a profile, and a forecast takes.
    profiles: withFullDays(found, inputs),
    free_profiles: withFullDays(free, { ...inputs, profiles: freeInputs }).map((profile, index) => ({
      ...profile,
      inputs: freeInputs[index] as Plan['free_profiles'][number]['inputs'],
    })),
    inputs: inputs as Plan['inputs'],
    forecast: forecast(inputs),
  };
  const hasAgent = await hasAgentThatSends(tx, user_id, now);
  return { ...plan, advice: adviceOf({ plan, inputs, forecast: plan.forecast, hasAgent }) };
}

/** What a forecast takes of a profile, without people of its own. */
export const inputsOf = (profile: ProfileInputs): ForecastProfile => ({
  ...profile,
  is_able: problemOf(profile) === null,
  people: null,
});

function withFullDays(profiles: ProfileInputs[], inputs: ForecastInputs) {
  const fullDays = fullDaysOf(inputs);
  return profiles.map((profile, index) => ({
    ...profile,
    problem: problemOf(profile),
    full_day: fullDays[index] ?? 0,
  }));
}

function problemOf(profile: ProfileInputs): string | null {
  if (profile.is_blocked) return 'Blocked: resume it first';
  if (profile.is_signed_out) return 'Signed out: open it, sign in and resume it';
  if (!profile.is_active) return 'Switched off';
  if (profile.busy_in) return `In ${profile.busy_in}, which is running`;
  return profile.is_fault_over ? null : 'Firefox could not start: it is tried again by itself';
}
