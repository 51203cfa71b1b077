const GOOD_FROM = 80;
const FAIR_FROM = 60;

/** The colour of a success rate in percent: green, yellow or red (spec 1, section 9). */
export function successTone(rate: number): 'completed' | 'paused' | 'failed' {
  if (rate >= GOOD_FROM) return 'completed';
  return rate >= FAIR_FROM ? 'paused' : 'failed';
}
