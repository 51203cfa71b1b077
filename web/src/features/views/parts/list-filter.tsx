import { Button } from '@mantine/core';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { View } from '@pigeonpost/contract/calls/views';
import { type Condition, isUnread, readWhere, whereOf } from '@pigeonpost/contract/conditions';
import { IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { FilterTabs } from '../../../ui/table/filter-tabs.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { fieldsQuery } from '../../fields/api.ts';
import { listQuery } from '../../lists/api.ts';
import { tagsQuery } from '../../tags/api.ts';
import { useDeleteView, useSaveView, viewCountsQuery } from './change-views.ts';
import { type ConditionNames, conditionWords } from './condition-words.ts';
import css from './list-filter.module.css';

const ConditionDialog = lazyPart(() => import('./condition-dialog.tsx').then((m) => m.ConditionDialog));
const ViewDialog = lazyPart(() => import('./view-dialog.tsx').then((m) => m.ViewDialog));

/** A condition that is made or changed (by its place), or a view that is named. */
export type FilterDialog = { at?: number } | 'save' | 'rename' | undefined;

type ListFilterProps = {
  list_id: number;
  /** Everybody in the list; undefined until known. */
  everybody: number | undefined;
  views: View[];
  /** The view of the address, and the conditions by which the list is filtered. */
  view: View | undefined;
  where: string | undefined;
  /** Whether the page is there, so that tabs may be counted. */
  isPageShown: boolean;
  opened: FilterDialog;
  onOpen: (dialog: FilterDialog) => void;
  /** Another view or other conditions, in the address. */
  onFilter: (filter: { view: number | undefined; where: string | undefined }) => void;
  offReason: string | undefined;
};

/** The views of a list as tabs, and the conditions by which it is filtered. */
export function ListFilter(props: ListFilterProps) {
  const { list_id, everybody, views, view, where, isPageShown, opened, onOpen, onFilter } = props;
  const conditions = useMemo(() => readConditionsOf(where), [where]);
  const names = useNames(conditions);
  const counts = useQuery({ ...viewCountsQuery(list_id, views), enabled: isPageShown && views.length > 0 });
  const filterBy = (next: Condition[]) => {
    const text = next.length > 0 ? whereOf(next) : undefined;
    // A view without conditions would be everybody.
    onFilter({ view: text ? view?.id : undefined, where: text === view?.where ? undefined : text });
  };
  const choose = (condition: Condition) => {
    const at = typeof opened === 'object' ? (opened.at ?? conditions.length) : conditions.length;
    const next = readWhere(whereOf(conditions.toSpliced(at, 1, condition)));
    if (isUnread(next)) toast.warning(next.error);
    else filterBy(next);
  };
  const close = () => onOpen(undefined);
  return (
    <>
      {views.length > 0 ? (
        <FilterTabs
          label="Views"
          value={view ? String(view.id) : EVERYBODY}
          onChange={(id) => onFilter({ view: id === EVERYBODY ? undefined : Number(id), where: undefined })}
          tabs={[
            { value: EVERYBODY, label: 'Everybody', count: everybody },
            ...views.map(({ id, name }) => ({
              value: String(id),
              label: name,
              count: counts.data?.[id],
              isCounting: counts.isFetching,
            })),
          ]}
        />
      ) : null}
      {conditions.length > 0 ? (
        <section className={css.bar} aria-label="Conditions">
          <span className="dimmed">Who match all of</span>
          {conditions.map((condition, at) => (
            <Chip
              // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be the same.
              key={at}
              words={conditionWords(condition, names)}
              onChange={() => onOpen({ at })}
              onRemove={() => filterBy(conditions.toSpliced(at, 1))}
            />
          ))}
          <Button
            variant="subtle"
            size="compact-sm"
            className={css.press}
            leftSection={<IconPlus size={14} />}
            onClick={() => onOpen({})}
          >
            Condition
          </Button>
          <Saving {...props} conditions={conditions} />
        </section>
      ) : null}
      {typeof opened === 'object' ? (
        <ConditionDialog
          list_id={list_id}
          condition={opened.at === undefined ? undefined : conditions[opened.at]}
          names={names}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
      {opened === 'save' || opened === 'rename' ? (
        <ViewDialog
          view={opened === 'rename' ? view : undefined}
          conditions={opened === 'rename' && view ? view.conditions : conditions}
          onSaved={(id) => opened === 'save' && onFilter({ view: id, where: undefined })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const EVERYBODY = 'everybody';

/** A text that cannot be read has no conditions here; the server's answer says so. */
function readConditionsOf(where: string | undefined): Condition[] {
  const read = where === undefined ? [] : readWhere(where);
  return isUnread(read) ? [] : read;
}

type ChipProps = { words: string; onChange: () => void; onRemove: () => void };

function Chip({ words, onChange, onRemove }: ChipProps) {
  return (
    <span className={css.chip}>
      <button type="button" className={css.words} title="Change" dir="auto" onClick={onChange}>
        {words}
      </button>
      <button type="button" className={css.remove} aria-label={`Take away: ${words}`} onClick={onRemove}>
        <IconX size={12} />
      </button>
    </span>
  );
}

type SavingProps = Pick<ListFilterProps, 'view' | 'where' | 'onOpen' | 'onFilter' | 'offReason'> & {
  conditions: Condition[];
};

/** Save view, and what can be done with the one that is shown. */
function Saving({ view, where, conditions, onOpen, onFilter, offReason }: SavingProps) {
  const saving = useSaveView();
  const deleting = useDeleteView();
  const [isBusy, setBusy] = useState(false);
  const isChanged = view !== undefined && where !== view.where;
  const save = async ({ id, name }: View) => {
    setBusy(true);
    try {
      await saving.mutateAsync({ id, name, conditions });
      toast.success(`View ${name} saved.`);
      onFilter({ view: id, where: undefined });
    } catch (error) {
      toast.failure(error, 'Failed to save the view');
    }
    setBusy(false);
  };
  const remove = async (gone: View) => {
    const question = {
      title: `Delete the view ${gone.name}?`,
      body: 'The tab goes from all of your lists. Nobody leaves a list.',
      confirmLabel: 'Delete view',
    };
    if (!(await confirm(question))) return;
    deleting.mutate(gone, { onSuccess: () => onFilter({ view: undefined, where: undefined }) });
  };
  return (
    <span className={css.saving}>
      {isChanged ? (
        <ReasonButton
          variant="default"
          size="compact-sm"
          className={css.press}
          reason={offReason}
          loading={isBusy}
          onClick={() => void save(view)}
        >
          Save changes
        </ReasonButton>
      ) : null}
      {isChanged || !view ? (
        <ReasonButton
          variant="default"
          size="compact-sm"
          className={css.press}
          reason={offReason}
          onClick={() => onOpen('save')}
        >
          {isChanged ? 'Save as new view' : 'Save view'}
        </ReasonButton>
      ) : null}
      {view ? (
        <RowMenu
          label={`More for the view ${view.name}`}
          items={[
            { label: 'Rename', icon: IconPencil, offReason, onPress: () => onOpen('rename') },
            {
              label: 'Delete',
              icon: IconTrash,
              danger: true,
              offReason,
              onPress: () => void remove(view),
            },
          ]}
        />
      ) : null}
    </span>
  );
}

/** What conditions may ask for: all fields and tags, and the lists that these conditions name. */
function useNames(conditions: Condition[]): ConditionNames {
  const { data: field } = useQuery({ ...fieldsQuery, select: toFieldNames });
  const { data: tag } = useQuery({ ...tagsQuery, select: toTagNames });
  const ids = conditions.flatMap((condition) => (condition.kind === 'list' ? [condition.id] : []));
  const list = useQueries({ queries: ids.map(listQuery), combine: toListNames });
  return { field, tag, list };
}

const toFieldNames = (fields: { id: number; label: string }[]) =>
  new Map(fields.map(({ id, label }) => [id, label]));

const toTagNames = (tags: { id: number; name: string }[]) => new Map(tags.map(({ id, name }) => [id, name]));

/** Undefined until all are known; a deleted one is not in it. */
function toListNames(lists: UseQueryResult<List>[]): Map<number, string> | undefined {
  if (lists.some(({ isPending }) => isPending)) return undefined;
  return new Map(lists.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
}
