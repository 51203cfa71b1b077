import { dayOf, type OpenDay, placeOf } from './forecast-days.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;

/** What the caps of campaign and account leave for a day. */
interface DayCap {
  /** The most, if the campaigns that share the account's cap send nothing. */
  most: number;
  /** What is left beside them for a campaign that could send so many. */
  share: (could: number) => number;
}

/**
 * Gives the caps of one day after another. Campaigns that share the account's cap take from it as fast as they send, so that
 * each gets a share by its pace.
 */
export function capsOfDays(
  inputs: ForecastInputs,
  { days, startsMs }: { days: OpenDay[]; startsMs: number },
): (day: OpenDay) => DayCap {
  const asOfMs = Date.parse(inputs.as_of);
  const today = placeOf(inputs.time_zone, asOfMs).day;
  const longest = Math.max(1, ...days.slice(0, WEEK_DAYS).map(openMs));
  const sharing = (inputs.sharing ?? []).map(({ starts_at, people, full_day }) => {
    const begins = Date.parse(starts_at);
    // What runs before this one starts goes on meanwhile.
    const sent = (full_day * Math.max(0, startsMs - Math.max(asOfMs, begins))) / DAY_MS;
    return { begins, full_day, left: Math.max(0, people - sent) };
  });
  const leftOf = (day: number, cap: number | null, begun: number, counted: string | null) => {
    const isCounted = day <= (counted === null ? today : dayOf(counted));
    return cap === null ? Number.POSITIVE_INFINITY : Math.max(0, cap - (isCounted ? begun : 0));
  };
  return (open) => {
    const { day } = open;
    const account = leftOf(day, inputs.cap_day, inputs.begun_today, inputs.counted_day);
    const { campaign_cap_day, campaign_begun_today, campaign_counted_day } = inputs;
    const campaign = leftOf(day, campaign_cap_day, campaign_begun_today, campaign_counted_day);
    const most = Math.min(account, campaign);
    const share = (could: number) => {
      if (account === Number.POSITIVE_INFINITY) return most;
      const own = Math.min(could, campaign);
      const closes = open.openings.at(-1)?.to ?? 0;
      const wanted = sharing.map(({ begins, left, full_day }) =>
        begins < closes ? Math.min(left, (full_day * openMs(open)) / longest) : 0,
      );
      const others = wanted.reduce((sum, count) => sum + count, 0);
      const part = Math.min(1, account / Math.max(1, own + others));
      for (const [index, one] of sharing.entries()) one.left -= part * (wanted[index] ?? 0);
      return others > 0 && part < 1 ? own * part : most;
    };
    return { most, share };
  };
}

const openMs = ({ openings }: OpenDay) => openings.reduce((sum, { from, to }) => sum + to - from, 0);
