import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { countedFieldsQuery, type FieldDraft, fieldsQuery } from '../../fields/api.ts';
import { RequireSource } from '../../sources/parts/require-source.tsx';
import { SenderNameForm } from '../../stop-link/parts/sender-name-form.tsx';
import { countedTagsQuery, type TagDraft, tagsQuery } from '../../tags/api.ts';
import { formatPeople } from './count-people.ts';
import { CountButton, KnownList } from './known-list.tsx';
import css from './people-card.module.css';
import { useRemoveField, useRemoveTag } from './remove-known.ts';

const FieldDialog = lazyPart(() => import('../../fields/parts/field-dialog.tsx').then((m) => m.FieldDialog));
const TagDialog = lazyPart(() => import('./tag-dialog.tsx').then((m) => m.TagDialog));

/** What is made or renamed. */
type Opened = { field: FieldDraft } | { tag: TagDraft } | undefined;

/** The fields and tags of the user's people (docs/behaviour.md#fields, docs/behaviour.md#tags). */
export function PeopleCard() {
  const { fields, tags, isNothing, count, error, retry } = useKnown();
  const [opened, setOpened] = useKeptState<Opened>('fields and tags', undefined);
  const close = () => setOpened(undefined);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change fields and tags';
  const [removeField, removeTag] = [useRemoveField(), useRemoveTag()];
  return (
    <Card
      title="People"
      aside={isNothing ? null : <CountButton isCounting={count.isRunning} onCount={count.start} />}
    >
      {isNothing ? (
        <p className={`${css.none} dimmed`}>
          Fields are what you know of people besides their names: they come from a spreadsheet’s columns. Tags
          are words that you put on people.
        </p>
      ) : null}
      {fields && tags ? (
        <div className="stack">
          <KnownList
            title="Fields"
            noun="Field"
            known={fields}
            offReason={offReason}
            onAdd={() => setOpened({ field: { name: '', label: '' } })}
            onRename={({ one: { id, name, label } }) => setOpened({ field: { id, name, label } })}
            onDelete={({ one }) => removeField(one)}
          />
          <KnownList
            title="Tags"
            noun="Tag"
            known={tags}
            offReason={offReason}
            onAdd={() => setOpened({ tag: { name: '' } })}
            onRename={({ one: { id, name } }) => setOpened({ tag: { id, name } })}
            onDelete={({ one }) => removeTag(one)}
          />
        </div>
      ) : null}
      {error ? (
        <ErrorState title="Failed to fetch your fields and tags" error={error} onRetry={retry} />
      ) : null}
      <SenderNameForm />
      <RequireSource />
      {opened && 'field' in opened ? <FieldDialog draft={opened.field} onClose={close} /> : null}
      {opened && 'tag' in opened ? <TagDialog draft={opened.tag} onClose={close} /> : null}
    </Card>
  );
}

/** Fields and tags as rows, with the numbers of their people once somebody asked for them. */
function useKnown() {
  const [fields, tags] = [useQuery(fieldsQuery), useQuery(tagsQuery)];
  const countedFields = useQuery({ ...countedFieldsQuery, enabled: false });
  const countedTags = useQuery({ ...countedTagsQuery, enabled: false });
  const ofFields = countedFields.data && { ...countedFields.data, known: countedFields.data.fields };
  const ofTags = countedTags.data && { ...countedTags.data, known: countedTags.data.tags };
  const fetch = (...queries: { refetch: () => unknown }[]) => {
    for (const { refetch } of queries) void refetch();
  };
  return {
    fields: fields.data?.map((one) => ({
      id: one.id,
      words: one.label,
      note: `{${one.name}}`,
      people: formatPeople(ofFields, one.id),
      one,
    })),
    tags: tags.data?.map((one) => ({
      id: one.id,
      words: one.name,
      people: formatPeople(ofTags, one.id),
      one,
    })),
    isNothing: fields.data?.length === 0 && tags.data?.length === 0,
    count: {
      isRunning: countedFields.isFetching || countedTags.isFetching,
      start: () => fetch(countedFields, countedTags),
    },
    error: fields.data && tags.data ? null : (fields.error ?? tags.error),
    retry: () => fetch(fields, tags),
  };
}
