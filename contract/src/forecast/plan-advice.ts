import type { Advice, Plan } from '../calls/plans.ts';
import { shownMoment } from '../local-time.ts';
import type { Forecast } from './forecast.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { lookLine, nobodyWords, nounWords } from './plan-words.ts';

type Advised = {
  plan: Omit<Plan, 'advice'>;
  /** What is tried, and its forecast: those of the plan, or of other values. */
  inputs: ForecastInputs;
  forecast: Forecast;
  /** Whether an agent is connected that can send. */
  hasAgent: boolean;
};

const LONG_DAYS = 14;
const DAY_MS = 86_400_000;
/** A profile that has sent fewer is new. */
const FEW_SENT = 20;

/** What a plan advises, in the order of its weight (docs/behaviour.md#plan). */
export function adviceOf({ plan, inputs, forecast, hasAgent }: Advised): Advice[] {
  if (plan.will === 0) return [{ kind: 'nobody', text: nobodyWords(plan) }];
  const { not_after } = inputs;
  const advice: Advice[] = [];
  if (not_after !== null && forecast.unreached > 0)
    advice.push({
      kind: 'not_reached',
      text: `${nounWords(forecast.unreached, 'person', 'people')} would not be reached before ${shownMoment(Date.parse(not_after), inputs.time_zone)}`,
    });
  const overlap = overlapWords(plan, inputs, forecast);
  if (overlap) advice.push({ kind: 'overlap', text: overlap });
  if (inputs.hours === null && inputs.campaign_hours === null)
    advice.push({ kind: 'no_hours', text: 'No sending hours are set: messages may go out at night.' });
  const fresh = newProfilesOf(plan);
  const [first] = fresh;
  if (first)
    advice.push({
      kind: 'new_profiles',
      text:
        fresh.length === 1
          ? `${first.profile_name} has sent ${nounWords(first.sent, 'message')} so far.`
          : `${first.profile_name} and ${nounWords(fresh.length - 1, 'other')} have sent fewer than ${FEW_SENT} messages so far.`,
    });
  const [look] = plan.look;
  if (look) advice.push({ kind: 'look', text: lookLine(look) });
  const days = daysOf(forecast);
  if (days !== undefined && days > LONG_DAYS)
    advice.push({ kind: 'long', text: `It takes ${days === 366 ? 'more than a year' : `${days} days`}.` });
  if (!hasAgent)
    advice.push({
      kind: 'no_agent',
      text: 'No agent with a site driver is connected: nothing is sent until one is.',
    });
  return advice;
}

/**
 * 'kiln.club is in Kiln open, which is forecast to end 26-11-2026 14:20': other campaigns that use a profile of this one when
 * it would start, or start with it before this one ends.
 */
function overlapWords(
  { profiles, inputs: { profiles: planned } }: Pick<Plan, 'profiles' | 'inputs'>,
  { as_of, time_zone, start_at }: ForecastInputs,
  { starts_at, ends_at, late }: Forecast,
): string | undefined {
  const until = late ?? ends_at;
  const wanted = start_at !== null && start_at > as_of ? start_at : as_of;
  const found = profiles.flatMap(({ profile_name }, index) =>
    (planned[index]?.busy ?? [])
      .filter((use) => use.until > wanted && (until === null || use.from < until))
      .map((use) => ({ ...use, profile_name })),
  );
  const [first] = found;
  if (!first) return undefined;
  const { profile_name, campaign, from } = first;
  const is = from <= as_of ? 'is in' : 'is also planned in';
  const when =
    from < starts_at || from <= wanted
      ? `is forecast to end ${shownMoment(Date.parse(first.until), time_zone)}`
      : `starts ${shownMoment(Date.parse(from), time_zone)}`;
  const more = new Set(found.map((use) => `${use.profile_name} ${use.campaign}`)).size - 1;
  const others = more > 0 ? `, and ${nounWords(more, 'other')} like it` : '';
  return `${profile_name} ${is} ${campaign}, which ${when}${others}.`;
}

/** The profiles that have sent few messages ever, and do not begin slowly. */
export function newProfilesOf({ profiles, inputs }: Pick<Plan, 'profiles' | 'inputs'>): Plan['profiles'] {
  return profiles.filter(
    ({ sent, problem }, index) =>
      problem === null && sent < FEW_SENT && inputs.profiles[index]?.warm_up_day === null,
  );
}

/** From the first message to the last; undefined where no profile can send, or the last moment decides. */
function daysOf({ first_at, ends_at, unreached, days }: Forecast): number | undefined {
  if (first_at === null) return undefined;
  if (ends_at === null) return unreached > 0 && days.length > 360 ? 366 : undefined;
  return Math.round((Date.parse(ends_at) - Date.parse(first_at)) / DAY_MS);
}
