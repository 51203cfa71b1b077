import type { DoNotContactHow } from '@pigeonpost/contract/stop-link';

const WORDS: Record<DoNotContactHow, string> = {
  hand: 'by you',
  reply: 'by their reply',
  link: 'by the stop link',
};

/** How a name came onto the do-not-contact list: 'by their reply'. */
export function howWords(how: DoNotContactHow): string {
  return WORDS[how];
}
