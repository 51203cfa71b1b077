import { forecast, fullDaysOf, USUAL_RETRY_RATE } from '@pigeonpost/contract/forecast/forecast';
import type { ForecastInputs } from '@pigeonpost/contract/forecast/forecast-inputs';
import type { Tx } from '../../../database/transaction.ts';
import { getAllInputs } from './forecast-queries.ts';
import { type AskedFor, listOthers, type Other } from './other-campaign-queries.ts';
import { inputsOf, NO_OTHERS, type Others, type OtherUse } from './profile-inputs.ts';
import { listProfileInputs } from './profile-inputs-queries.ts';

/** How many are counted: each costs as much as a forecast of its own. */
const COUNTED = 8;

/**
 * The campaigns that run, or start by themselves, and share the account's cap or a profile, by their own forecasts; and the
 * names of paused ones, and of those that are too many to be counted (docs/behaviour.md#forecast).
 */
export async function findOthers(tx: Tx, asked: AskedFor): Promise<Others> {
  const { ids, has_cap } = asked;
  if (ids.length === 0 && !has_cap) return NO_OTHERS;
  const found = await listOthers(tx, asked);
  const going = found.filter(({ is_paused }) => !is_paused).slice(0, COUNTED);
  const counted: Counted[] = [];
  for (const other of going) counted.push(await readOther(tx, other, asked));
  const sharing = counted.map(({ inputs: { start_at, as_of, people }, full_day }) => ({
    starts_at: start_at ?? as_of,
    people,
    full_day,
  }));
  const busy = new Map<number, OtherUse[]>();
  for (const [index, one] of counted.entries()) {
    const use = useOf({ ...one.inputs, sharing: sharing.toSpliced(index, 1) }, one);
    for (const id of use ? one.profile_ids : [])
      busy.set(id, [...(busy.get(id) ?? []), ...(use ? [use] : [])]);
  }
  const uncounted = found.filter((other) => !going.includes(other)).map(({ name }) => name);
  return { sharing: has_cap ? sharing : [], busy, uncounted };
}

/** Undefined: it does not end by itself. */
function useOf(inputs: ForecastInputs, { id, name, profile_ids }: Counted): OtherUse | undefined {
  const { starts_at, ends_at, days } = forecast(inputs);
  if (ends_at === null) return undefined;
  const on_last_day = Math.round((days.at(-1)?.messages ?? 0) / Math.max(1, profile_ids.length));
  return { campaign_id: id, campaign: name, from: starts_at, until: ends_at, on_last_day };
}

interface Counted {
  id: number;
  name: string;
  inputs: ForecastInputs;
  full_day: number;
  profile_ids: number[];
}

async function readOther(
  tx: Tx,
  { id, name, start_at, people }: Other,
  { user_id, now }: AskedFor,
): Promise<Counted> {
  const key = { user_id, campaign_id: id, now };
  const { profiles_used: ids, retry_rate, list_id: _, is_first: __, ...given } = await getAllInputs(tx, key);
  const as_of = now.toISOString();
  const profiles = await listProfileInputs(tx, { ...key, ids, isShown: false });
  const inputs: ForecastInputs = {
    as_of,
    ...given,
    start_at,
    people,
    profiles: profiles.map((profile) => inputsOf(profile, NO_OTHERS, { ...given, as_of })),
    retry_rate: retry_rate ?? USUAL_RETRY_RATE,
    sharing: [],
    uncounted: [],
  };
  const able = fullDaysOf(inputs).filter((_, index) => inputs.profiles[index]?.is_able);
  const aDay = able.reduce((sum, count) => sum + count, 0);
  const full_day = Math.min(aDay, given.campaign_cap_day ?? aDay);
  return { id, name, inputs, full_day, profile_ids: profiles.map(({ profile_id }) => profile_id) };
}
