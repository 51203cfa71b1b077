import type { View } from '@pigeonpost/contract/calls/views';
import { type Condition, isUnread, readWhere, whereOf } from '@pigeonpost/contract/people/conditions';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/format-number.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { FilterTabs } from '../../../ui/table/filter-tabs.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { useDeleteView, useSaveView, viewCountsQuery } from './change-views.ts';
import { ConditionChips } from './condition-chips.tsx';
import { conditionsOf } from './conditions-of.ts';
import { ConditionDialog } from './lazy-condition-dialog.ts';
import css from './list-filter.module.css';
import { useConditionNames } from './use-condition-names.ts';

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
  /** How many match; undefined until known. */
  matching: number | undefined;
  /** Makes a list of them. */
  onMakeList: () => void;
  offReason: string | undefined;
};

/** The views of a list as tabs, and the conditions by which it is filtered. */
export function ListFilter(props: ListFilterProps) {
  const { list_id, everybody, views, view, where, isPageShown, opened, onOpen, onFilter } = props;
  const conditions = useMemo(() => conditionsOf(where), [where]);
  const names = useConditionNames(conditions);
  const counts = useQuery({ ...viewCountsQuery(list_id, views), enabled: isPageShown && views.length > 0 });
  // A view that is known to match nobody here is of no use in this list.
  const useful = views.filter(({ id }) => id === view?.id || counts.data?.[id] !== 0);
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
      {useful.length > 0 ? (
        <FilterTabs
          label="Views"
          value={view ? String(view.id) : EVERYBODY}
          onChange={(id) => onFilter({ view: id === EVERYBODY ? undefined : Number(id), where: undefined })}
          tabs={[
            { value: EVERYBODY, label: 'Everybody', count: everybody },
            ...useful.map(({ id, name }) => ({
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
          <ConditionChips
            conditions={conditions}
            names={names}
            onOpen={(at) => onOpen(at === undefined ? {} : { at })}
            onRemove={(at) => filterBy(conditions.toSpliced(at, 1))}
          />
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

type SavingProps = Pick<
  ListFilterProps,
  'view' | 'where' | 'matching' | 'onOpen' | 'onFilter' | 'onMakeList' | 'offReason'
> & {
  conditions: Condition[];
};

/** Save view, and what can be done with the one that is shown. */
function Saving({ view, where, conditions, onOpen, onFilter, offReason, ...making }: SavingProps) {
  const { matching, onMakeList } = making;
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
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        className={css.press}
        reason={offReason}
        onClick={onMakeList}
      >
        Make a list of these{matching === undefined ? '' : ` ${formatCount(matching)}`}
      </ReasonButton>
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
