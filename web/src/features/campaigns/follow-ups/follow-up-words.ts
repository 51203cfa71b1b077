import { formatCount, formatNoun } from '../../../format/format-number.ts';
import type { FollowUpCount } from './follow-up.ts';

type Counted = Omit<FollowUpCount, 'replies_read_at' | 'reads_replies' | 'unread'>;

/**
 * '344 have not replied. 212 of them were written to 4 days ago or earlier and get it now; the others later, if you ask
 * again.'
 */
export function readyWords({ ready, later }: Pick<Counted, 'ready' | 'later'>, days: number): string {
  const all = ready + later;
  if (all === 0) return 'Nobody is left to ask.';
  const silent = `${formatCount(all)} ${all === 1 ? 'has' : 'have'} not replied.`;
  const when = `${formatNoun(days, 'day')} ago or earlier`;
  if (ready === 0)
    return `${silent} Nobody of them was written to ${when}: ask again later, or choose fewer days.`;
  const now = `were written to ${when} and get it now`;
  if (later === 0)
    return ready === 1
      ? `${silent} This person was written to ${when} and gets it now.`
      : `${silent} All of them ${now}.`;
  const some =
    ready === 1 ? `1 of them was written to ${when} and gets it now` : `${formatCount(ready)} of them ${now}`;
  return `${silent} ${some}; the ${later === 1 ? 'other' : 'others'} later, if you ask again.`;
}

/** 'Left out: 48 replied, 2 are on do-not-contact.', or undefined. */
export function leftOutWords(counted: Counted): string | undefined {
  const kinds = [
    [counted.answered, 'replied', 'replied'],
    [counted.undecided_stop, 'may have asked you to stop', 'may have asked you to stop'],
    [counted.do_not_contact, 'is on do-not-contact', 'are on do-not-contact'],
    [counted.messaged_meanwhile, 'got another message meanwhile', 'got another message meanwhile'],
    [counted.in_earlier, 'is in an earlier follow-up', 'are in an earlier follow-up'],
    [
      counted.over_budget,
      'has had enough messages without a reply',
      'have had enough messages without a reply',
    ],
    [counted.profile_removed, 'has lost the profile that wrote', 'have lost the profile that wrote'],
  ] as const;
  const words = kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${formatCount(count)} ${count === 1 ? one : many}`);
  return words.length > 0 ? `Left out: ${words.join(', ')}.` : undefined;
}
