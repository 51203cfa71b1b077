import type { Condition } from '@pigeonpost/contract/people/conditions';
import { Chip, ConditionChips } from '../views/parts/condition-chips.tsx';
import { type ConditionNames, STATUS_WORDS } from '../views/parts/condition-words.ts';
import css from './set-dialog.module.css';
import type { SetValues } from './set-form.ts';

type Chosen = Pick<SetValues, 'search' | 'status' | 'conditions'>;

type SetConditionsProps = {
  values: Chosen;
  names: ConditionNames;
  onOpen: (at: number | undefined) => void;
  onChange: (values: Partial<Chosen>) => void;
};

/** Who of the lists is taken: by conditions, and by the search and the status with which a list's page was filtered. */
export function SetConditions({ values, names, onOpen, onChange }: SetConditionsProps) {
  const { search, status, conditions } = values;
  const hasAny = search !== '' || status !== null || conditions.length > 0;
  const remove = (at: number): Condition[] => conditions.toSpliced(at, 1);
  return (
    <section className={css.conditions} aria-label="Conditions">
      {hasAny ? <span className="dimmed">Only who</span> : null}
      {search === '' ? null : (
        <Chip words={`name contains ${search}`} onRemove={() => onChange({ search: '' })} />
      )}
      {status ? (
        <Chip words={`status is ${STATUS_WORDS[status]}`} onRemove={() => onChange({ status: null })} />
      ) : null}
      <ConditionChips
        conditions={conditions}
        names={names}
        onOpen={onOpen}
        onRemove={(at) => onChange({ conditions: remove(at) })}
      />
    </section>
  );
}
