import type { Field } from '@pigeonpost/contract/calls/fields';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { countedFieldsQuery, type FieldDraft, fieldsQuery } from '../../fields/api.ts';
import { CountButton, KnownList } from './known-list.tsx';
import css from './people-card.module.css';
import { useRemoveField } from './remove-known.ts';

const FieldDialog = lazyPart(() => import('../../fields/parts/field-dialog.tsx').then((m) => m.FieldDialog));

const FETCH_FAILED = 'Failed to fetch your fields';

/** The fields of the user's people (docs/behaviour.md#fields). */
export function PeopleCard() {
  const query = useQuery(fieldsQuery);
  const counted = useQuery({ ...countedFieldsQuery, enabled: false });
  const [opened, setOpened] = useKeptState<FieldDraft | undefined>('fields of people', undefined);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change fields';
  const remove = useRemoveField();
  const fields = query.data;
  return (
    <Card
      title="People"
      aside={
        fields?.length ? <CountButton isCounting={counted.isFetching} onCount={counted.refetch} /> : null
      }
    >
      {fields?.length === 0 ? (
        <p className={`${css.none} dimmed`}>
          Fields are what you know of people besides their names: they come from a spreadsheet’s columns.
        </p>
      ) : null}
      {fields ? (
        <KnownList
          title="Fields"
          noun="Field"
          known={fields.map((one) => fieldRow(one, counted.data))}
          offReason={offReason}
          onAdd={() => setOpened({ name: '', label: '' })}
          onRename={({ one: { id, name, label } }) => setOpened({ id, name, label })}
          onDelete={({ one }) => remove(one)}
        />
      ) : null}
      {query.error && !fields ? (
        <ErrorState title={FETCH_FAILED} error={query.error} onRetry={query.refetch} />
      ) : null}
      {opened ? <FieldDialog draft={opened} onClose={() => setOpened(undefined)} /> : null}
    </Card>
  );
}

const fieldRow = (one: Field, counted: Field[] | undefined) => ({
  id: one.id,
  words: one.label,
  note: `{${one.name}}`,
  people: counted?.find(({ id }) => id === one.id)?.people ?? null,
  one,
});
