import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { useKeptState } from '../../../ui/form/use-kept-form.ts';
import { countedFieldsQuery, type FieldDraft, fieldsQuery } from '../../fields/api.ts';
import { countedTagsQuery, type TagDraft, tagsQuery } from '../../tags/api.ts';
import { SettingLine } from '../setting-line.tsx';
import { formatPeople } from './count-people.ts';
import css from './known-line.module.css';
import { CountButton, KnownList } from './known-list.tsx';
import { useRemoveField, useRemoveTag } from './remove-known.ts';

const FieldDialog = lazyPart(() => import('../../fields/parts/field-dialog.tsx').then((m) => m.FieldDialog));
const TagDialog = lazyPart(() => import('./tag-dialog.tsx').then((m) => m.TagDialog));

/** What is made or renamed. */
type Opened = { field: FieldDraft } | { tag: TagDraft } | undefined;

/** The fields and tags of the user's people (docs/behaviour.md#fields, docs/behaviour.md#tags). */
export function KnownLine() {
  const known = useKnown();
  const { fields, tags } = known;
  if (!fields || !tags) return null;
  return (
    <SettingLine
      line="known"
      holds={
        fields.length + tags.length === 0
          ? 'None: they come from a spreadsheet’s columns, or are made here'
          : [
              ...(fields.length > 0 ? [formatNoun(fields.length, 'field')] : []),
              ...(tags.length > 0 ? [formatNoun(tags.length, 'tag')] : []),
            ].join(' and ')
      }
      press="Show"
    >
      <KnownLists {...known} fields={fields} tags={tags} />
    </SettingLine>
  );
}

type Known = ReturnType<typeof useKnown>;
type KnownListsProps = { [Key in keyof Known]-?: NonNullable<Known[Key]> };

function KnownLists({ fields, tags, count }: KnownListsProps) {
  const [opened, setOpened] = useKeptState<Opened>('fields and tags', undefined);
  const close = () => setOpened(undefined);
  const offReason = useSubscriptionActive() ? undefined : 'Renew to change fields and tags';
  const [removeField, removeTag] = [useRemoveField(), useRemoveTag()];
  return (
    <div className="stack">
      <div className="spread">
        <p className={`${css.words} dimmed`}>
          Fields are what you know of people besides their names: they come from a spreadsheet’s columns. Tags
          are words that you put on people.
        </p>
        {fields.length + tags.length === 0 ? null : (
          <CountButton isCounting={count.isRunning} onCount={count.start} />
        )}
      </div>
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
      {opened && 'field' in opened ? <FieldDialog draft={opened.field} onClose={close} /> : null}
      {opened && 'tag' in opened ? <TagDialog draft={opened.tag} onClose={close} /> : null}
    </div>
  );
}

/** Fields and tags as rows, with the numbers of their people once somebody asked for them. */
function useKnown() {
  const [fields, tags] = [useQuery(fieldsQuery), useQuery(tagsQuery)];
  const countedFields = useQuery({ ...countedFieldsQuery, enabled: false });
  const countedTags = useQuery({ ...countedTagsQuery, enabled: false });
  const ofFields = countedFields.data && { ...countedFields.data, known: countedFields.data.fields };
  const ofTags = countedTags.data && { ...countedTags.data, known: countedTags.data.tags };
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
    count: {
      isRunning: countedFields.isFetching || countedTags.isFetching,
      start: () => {
        void countedFields.refetch();
        void countedTags.refetch();
      },
    },
  };
}
