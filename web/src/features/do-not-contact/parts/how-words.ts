import type { DoNotContactHow } from '@pigeonpost/contract/people/stop-link';

const WORDS: Record<DoNotContactHow | 'erased', string> = {
  hand: 'by you',
  reply: 'by their reply',
  link: 'by the stop link',
  erased: 'erased',
};

/** How a name came onto the do-not-contact list: 'by their reply'. */
export function howWords(how: DoNotContactHow | 'erased'): string {
  return WORDS[how];
}
