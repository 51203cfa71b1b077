import type { Plan } from '../calls/plans.ts';
import { reasonWithin } from '../reasons.ts';

/** 'Nobody would be written to: 31 messaged already, 9 on your do-not-contact list.' */
export function nobodyWords({ will_not, in_list }: Pick<Plan, 'will_not' | 'in_list'>): string {
  if (in_list === 0) return 'Nobody is in its list';
  const reasons = will_not.filter(({ count }) => count > 0);
  if (reasons.length === 0) return 'Nobody would be written to: nobody is pending in its list.';
  const words = reasons.map(
    (reason) => `${countWords(reason.count, reason.is_exact)} ${reasonWithin(reason)}`,
  );
  return `Nobody would be written to: ${words.join(', ')}.`;
}

/** 'Also pending in Kiln open, which has not ended: they would get both'. */
export function lookWords({ group, campaign }: Plan['look'][number]): string {
  if (group === 'recently') return 'Messaged within 30 days';
  if (group === 'unknown') return 'Not known to the site within the last year';
  return campaign === null
    ? 'Also pending in other campaigns, which have not ended: they would get both'
    : `Also pending in ${campaign}, which has not ended: they would get both`;
}

const COUNTED = 10_000;

/** '8'; '10,000 or more', or '783 or more', where time was over before all were counted. */
export const countWords = (count: number, isExact: boolean): string =>
  isExact ? withCommas(count) : `${withCommas(Math.min(count, COUNTED))} or more`;

/** '1 message', '2,000 messages'. */
export const nounWords = (count: number, noun: string, plural = `${noun}s`): string =>
  `${withCommas(count)} ${count === 1 ? noun : plural}`;

const withCommas = (count: number) => count.toLocaleString('en-US');

/** '8 also pending in Kiln open, …'. */
export function lookLine(look: Plan['look'][number]): string {
  const words = lookWords(look);
  return `${countWords(look.count, look.is_exact)} ${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;
}
