import type { Progress } from './parts/progress.ts';

/** A campaign's counters as a bar takes them. */
export function progressOf(counters: {
  total_list: number;
  total_sent: number;
  total_failed: number;
}): Progress {
  return { total: counters.total_list, sent: counters.total_sent, failed: counters.total_failed };
}
