import type { LeaveOut, LeaveOutInput } from '@pigeonpost/contract/calls/leave-out';
import { formatNoun } from '../../../format/format-number.ts';

const NOBODY: LeaveOut = { lists: [], tags: [], replied_days: null };

/** What a call takes of whom a campaign leaves out; null: nobody. */
export function leaveOutOf(chosen: LeaveOut | null): LeaveOutInput {
  if (!chosen) return null;
  const { lists, tags, replied_days } = chosen;
  if (lists.length === 0 && tags.length === 0 && replied_days === null) return null;
  return { lists: lists.map(({ id }) => id), tags: tags.map(({ id }) => id), replied_days };
}

/** One part of whom a campaign leaves out, in words as a label and in a sentence, and what is left without it. */
type LeftOutPart = { words: string; who: string; without: LeaveOut };

/** 'List: Booked a seat', 'Tag: VIP', 'Replied within 30 days'. */
export function leftOutParts(chosen: LeaveOut | null): LeftOutPart[] {
  const all = chosen ?? NOBODY;
  const { lists, tags, replied_days } = all;
  return [
    ...lists.map(({ id, name }) => ({
      words: `List: ${name}`,
      who: `people of ${name}`,
      without: { ...all, lists: lists.filter((one) => one.id !== id) },
    })),
    ...tags.map(({ id, name }) => ({
      words: `Tag: ${name}`,
      who: `people tagged ${name}`,
      without: { ...all, tags: tags.filter((one) => one.id !== id) },
    })),
    ...(replied_days === null
      ? []
      : [
          {
            words: repliedWords(replied_days),
            who: `people who replied within ${formatNoun(replied_days, 'day')}`,
            without: { ...all, replied_days: null },
          },
        ]),
  ];
}

/** 'Replied within 30 days'. */
export const repliedWords = (days: number) => `Replied within ${formatNoun(days, 'day')}`;

/** The same with another list, another tag, or other days. */
export function leaveOutMore(chosen: LeaveOut | null, more: Partial<LeaveOut>): LeaveOut {
  const { lists, tags, replied_days } = chosen ?? NOBODY;
  return {
    lists: [...lists, ...(more.lists ?? [])],
    tags: [...tags, ...(more.tags ?? [])],
    replied_days: more.replied_days ?? replied_days,
  };
}
