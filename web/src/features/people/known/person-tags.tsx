import { PERSON_TAGS_MAX } from '@pigeonpost/contract/people/tags';
import { IconPlus } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { TagChip } from '../../tags/parts/tag-chip.tsx';
import { type Person, useChangeTags } from '../api.ts';
import css from './known.module.css';

const AddTag = lazyPart(() => import('./add-tag.tsx').then((m) => m.AddTag));

type PersonTagsProps = {
  person: Person;
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
};

/** A person's tags as chips, each with Remove, and a field for further ones. */
export function PersonTags({ person, isAdding, onAdding }: PersonTagsProps) {
  const { recipient, tags } = person;
  const { mutate } = useChangeTags(recipient, 'Failed to take off the tag');
  const isActive = useSubscriptionActive();
  const takeOff = (id: number) => mutate((ids) => ids.filter((other) => other !== id));
  const isFull = tags.length >= PERSON_TAGS_MAX;
  const fullReason = isFull ? `A person has at most ${PERSON_TAGS_MAX} tags` : undefined;
  return (
    <div className={css.tags}>
      {tags.length > 0 ? (
        <ul className={css.chips} aria-label="Tags" tabIndex={-1} data-focus-home>
          {tags.map((tag) => (
            <li key={tag.id}>
              <TagChip name={tag.name} onRemove={isActive ? () => takeOff(tag.id) : undefined} />
            </li>
          ))}
        </ul>
      ) : null}
      {isAdding && isActive && !isFull ? (
        <AddTag person={person} onClose={() => onAdding(false)} />
      ) : (
        <ReasonButton
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          reason={isActive ? fullReason : 'Renew to change tags'}
          onClick={() => onAdding(true)}
        >
          Tag
        </ReasonButton>
      )}
    </div>
  );
}
