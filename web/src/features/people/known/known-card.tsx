import { IconPencil } from '@tabler/icons-react';
import { useSubscriptionActive } from '../../../api/session.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { ReasonIcon } from '../../../ui/form/reason-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Person } from '../api.ts';
import css from './known.module.css';
import { PersonTags } from './person-tags.tsx';

const FieldsForm = lazyPart(() => import('./fields-form.tsx').then((m) => m.FieldsForm));

type KnownCardProps = {
  person: Person;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  isTagging: boolean;
  onTagging: (isTagging: boolean) => void;
};

/** The fields and tags of a person, edited in place (docs/behaviour.md#a-person). */
export function KnownCard({ person, isEditing: isWanted, onEdit, isTagging, onTagging }: KnownCardProps) {
  const isActive = useSubscriptionActive();
  const isEditing = isWanted && isActive;
  const { fields } = person;
  return (
    <Card
      title={fields.length > 0 || isEditing ? 'Fields' : 'Tags'}
      aside={
        isEditing ? null : (
          <ReasonIcon
            label="Edit fields"
            reason={isActive ? undefined : 'Renew to change fields'}
            onClick={() => onEdit(true)}
          >
            <IconPencil size={16} />
          </ReasonIcon>
        )
      }
    >
      {isEditing ? <FieldsForm person={person} onClose={() => onEdit(false)} /> : <Fields person={person} />}
      <PersonTags person={person} isAdding={isTagging} onAdding={onTagging} />
    </Card>
  );
}

function Fields({ person: { fields } }: { person: Person }) {
  if (fields.length === 0) return null;
  return (
    <dl className={css.fields}>
      {fields.map(({ id, label, value }) => (
        <div key={id} className={css.field}>
          <dt className="dimmed" dir="auto">
            {label}
          </dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
