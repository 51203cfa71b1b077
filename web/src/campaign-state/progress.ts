import { formatPercent } from '../format/format-number.ts';

/** The counters of a campaign or a list; the rest is pending. */
export type Progress = {
  total: number;
  sent: number;
  failed: number;
  /** The number of unclear ones among the failed. */
  unclear?: number;
};

/** A campaign's counters in the bar's form. */
export function progressOf(counters: {
  total_list: number;
  total_sent: number;
  total_failed: number;
  total_uncertain: number;
}): Required<Progress> {
  const { total_list, total_sent, total_failed, total_uncertain } = counters;
  return { total: total_list, sent: total_sent, failed: total_failed, unclear: total_uncertain };
}

/** The done part, 0 to 100 in whole numbers; 100 only if nothing is left. */
export function wholePercent(progress: Progress): number {
  return capped(Math.round(percent(progress)), 99, progress);
}

/** The done part as '65.8%'; '100.0%' only if nothing is left. */
export function exactPercent(progress: Progress): string {
  return formatPercent(capped(Math.round(10 * percent(progress)) / 10, 99.9, progress));
}

/** The share of its recipients that got a campaign's message: '94.8%'. */
export function reachedPercent({
  total_sent,
  total_list,
}: {
  total_sent: number;
  total_list: number;
}): string {
  return sharePercent(total_sent, total_list);
}

/** '94.8%' of some; '100.0%' only of all; a dash without any. */
export function sharePercent(count: number, total: number): string {
  return total > 0 ? exactPercent({ total, sent: count, failed: 0 }) : '–';
}

function percent({ total, sent, failed }: Progress): number {
  return total > 0 ? (100 * (sent + failed)) / total : 0;
}

function capped(value: number, most: number, { total, sent, failed }: Progress): number {
  return sent + failed < total ? Math.min(most, value) : value;
}
