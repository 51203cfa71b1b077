import { useSubscriptionActive } from '../../../api/session.ts';
import { TagChip } from '../../tags/parts/tag-chip.tsx';
import { type Person, useChangePerson } from '../api.ts';
import css from './known.module.css';

/** A person's tags as chips, each with Remove. */
export function PersonTags({ person }: { person: Person }) {
  const { name, tags } = person;
  const { mutate } = useChangePerson(name, 'Failed to take off the tag');
  const isActive = useSubscriptionActive();
  const takeOff = (id: number) => mutate({ tags: tags.filter((tag) => tag.id !== id).map((tag) => tag.id) });
  if (tags.length === 0) return null;
  return (
    <div className={css.tags}>
      <ul className={css.chips} aria-label="Tags" tabIndex={-1} data-focus-home>
        {tags.map((tag) => (
          <li key={tag.id}>
            <TagChip name={tag.name} onRemove={isActive ? () => takeOff(tag.id) : undefined} />
          </li>
        ))}
      </ul>
    </div>
  );
}
