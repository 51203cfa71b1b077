import type { Tag } from '@pigeonpost/contract/calls/tags';
import { PERSON_TAGS_MAX } from '@pigeonpost/contract/people/tags';
import type { TagAction } from '@pigeonpost/contract/recipients';

/** What is done with which tag. */
export type TagChange = { action: TagAction; tag: Pick<Tag, 'id' | 'name'> };

/** A change of tags in words. `who` are '3 recipients' or '@lena.hartog'. */
export const TAG_WORDS = {
  tag: {
    undo: 'untag',
    verb: 'Tagging',
    done: (who: string, tag: string) => `${who} tagged ${tag}.`,
    nothing: (who: string, tag: string) => `${tag} is on ${who} already.`,
    failure: 'Failed to tag some recipients',
  },
  untag: {
    undo: 'tag',
    verb: 'Untagging',
    done: (who: string, tag: string) => `${tag} taken off ${who}.`,
    nothing: (who: string, tag: string) => `${tag} is not on ${who}.`,
    failure: 'Failed to take the tag off some recipients',
  },
} as const;

/** Why some were not tagged. */
export function fullReason(count: number): string {
  return `${count === 1 ? 'This person has' : 'They have'} ${PERSON_TAGS_MAX} tags, the most there can be.`;
}
