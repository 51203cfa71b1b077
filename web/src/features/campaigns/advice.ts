import type { Agent } from '@pigeonpost/contract/calls/agents';
import type { Plan } from '@pigeonpost/contract/calls/plans';
import type { Forecast } from '@pigeonpost/contract/forecast';
import type { ForecastInputs } from '@pigeonpost/contract/forecast-inputs';
import { formatNoun } from '../../format/format-number.ts';
import { formatDateTime } from '../../format/format-time.ts';
import { isScript } from '../agents/parts/format-agent.ts';
import { lookLine, nobodyWords } from './plan-words.ts';

/** What a plan advises; each kind has one press. */
export type Advice = {
  kind: 'nobody' | 'not_reached' | 'no_hours' | 'new_profiles' | 'look' | 'long' | 'no_agent';
  text: string;
};

type Advised = {
  plan: Plan;
  /** What is tried, and its forecast. */
  inputs: ForecastInputs;
  forecast: Forecast;
  /** Undefined until they are fetched. */
  agents: Agent[] | undefined;
};

const LONG_DAYS = 14;
const DAY_MS = 86_400_000;
/** A profile that has sent fewer is new. */
const FEW_SENT = 20;

/** In the order of their weight (docs/behaviour.md#plan). */
export function adviceOf({ plan, inputs, forecast, agents }: Advised): Advice[] {
  if (plan.will === 0) return [{ kind: 'nobody', text: nobodyWords(plan) }];
  const { not_after } = inputs;
  const advice: Advice[] = [];
  if (not_after !== null && forecast.unreached > 0)
    advice.push({
      kind: 'not_reached',
      text: `${formatNoun(forecast.unreached, 'person', 'people')} would not be reached before ${formatDateTime(not_after)}`,
    });
  if (inputs.hours === null && inputs.campaign_hours === null)
    advice.push({ kind: 'no_hours', text: 'No sending hours are set: messages may go out at night.' });
  const fresh = newProfilesOf(plan);
  const [first] = fresh;
  if (first)
    advice.push({
      kind: 'new_profiles',
      text:
        fresh.length === 1
          ? `${first.profile_name} has sent ${formatNoun(first.sent, 'message')} so far.`
          : `${first.profile_name} and ${formatNoun(fresh.length - 1, 'other')} have sent fewer than ${FEW_SENT} messages so far.`,
    });
  const [look] = plan.look;
  if (look) advice.push({ kind: 'look', text: lookLine(look) });
  const days = daysOf(forecast);
  if (days !== undefined && days > LONG_DAYS)
    advice.push({ kind: 'long', text: `It takes ${days === 366 ? 'more than a year' : `${days} days`}.` });
  if (agents && !agents.some((agent) => agent.connected && (isScript(agent) || agent.drivers.length > 0)))
    advice.push({
      kind: 'no_agent',
      text: 'No agent with a site driver is connected: nothing is sent until one is.',
    });
  return advice;
}

/** The profiles that have sent few messages ever, and do not begin slowly. */
export function newProfilesOf({ profiles, inputs }: Plan): Plan['profiles'] {
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
