import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import { type Condition, isUnread, readConditions } from '@pigeonpost/contract/conditions';
import { LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useServerEvent } from '../../api/realtime.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog, useIsClosed } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useKeptForm, useKeptState } from '../../ui/form/use-kept-form.ts';
import { useListCount } from '../lists/api.ts';
import { settingsQuery } from '../settings/api.ts';
import { ConditionDialog } from '../views/parts/lazy-condition-dialog.ts';
import { useConditionNames } from '../views/parts/use-condition-names.ts';
import { setCountQuery, useMakeSet } from './api.ts';
import type { SetStart } from './parts/set-start.ts';
import { SetConditions } from './set-conditions.tsx';
import { SetCountPanel, SetProgress } from './set-count.tsx';
import { type SetValues, unchosenError, valuesOf, wantedOf } from './set-form.ts';
import { SetKinds } from './set-kinds.tsx';
import { SetLists } from './set-lists.tsx';
import { madeWords, pressWords, uselessError } from './set-words.ts';
import { SplitFields } from './split-fields.tsx';

type SetDialogProps = { start: SetStart; onClose: () => void };

/** Makes a list, or the parts of one, of people of other lists (docs/behaviour.md#lists-from-lists). */
export function SetDialog({ start, onClose }: SetDialogProps) {
  const isOnly = useListCount() === 1;
  const form = useForm<SetValues>({ initialValues: valuesOf(start, isOnly) });
  const isRestored = useKeptForm('list from lists', form);
  const { values, errors } = form;
  const { kind, ids, conditions, into } = values;
  const [condition, setCondition] = useKeptState<{ at: number | undefined } | undefined>(
    'condition of a list from lists',
    undefined,
  );
  const names = useConditionNames(conditions);
  const counted = useQuery(setCountQuery(wantedOf(values)));
  const making = useMaking(form.getValues);
  const change = (next: Partial<SetValues>) => {
    form.setValues(next);
    form.clearErrors();
  };
  const choose = (one: Condition) => {
    const next = readConditions(conditions.toSpliced(condition?.at ?? conditions.length, 1, one));
    if (isUnread(next)) toast.warning(next.error);
    else change({ conditions: next });
  };
  const submit = async () => {
    const list_ids = unchosenError(values);
    const name =
      values.name.trim() === '' && !(kind === 'merge' && into) ? 'List name is required' : undefined;
    if (!list_ids && !name) return making.make();
    form.setErrors({ ...(list_ids && { list_ids }), ...(name && { name }) });
    return false;
  };
  const isOff = counted.data !== undefined && uselessError(counted.data, values) !== undefined;
  return (
    <>
      <FormDialog
        title={ids ? `Make a list of ${formatNoun(ids.length, 'recipient')}` : 'New list'}
        sentence={ids ? undefined : `People are taken from the ${isOnly ? 'list' : 'lists'} that you have.`}
        size={ids ? 'narrow' : 'wide'}
        submitLabel={pressWords(counted.data, values)}
        submitOff={isOff}
        failure="Failed to make the list"
        form={form}
        isRestored={isRestored}
        isBehind={condition !== undefined}
        onSubmit={submit}
        onClose={onClose}
      >
        {ids ? null : (
          <>
            <SetKinds value={kind} isOnly={isOnly} onChange={(next) => change({ kind: next })} />
            <SetLists
              values={values}
              error={errors.list_ids}
              onLists={(lists) => change({ lists })}
              onInto={(list) => change({ into: list })}
            />
            {kind === 'split' ? <SplitFields values={values} onChange={change} /> : null}
            <SetConditions
              values={values}
              names={names}
              onOpen={(at) => setCondition({ at })}
              onChange={change}
            />
          </>
        )}
        {making.isRunning ? (
          <SetProgress progress={making.progress} />
        ) : wantedOf(values) ? (
          <SetCountPanel
            values={values}
            count={counted.data}
            error={counted.error}
            onRetry={counted.refetch}
          />
        ) : null}
        {kind === 'merge' && into ? null : (
          <TextInput
            label={kind === 'split' ? 'Name of the new lists' : 'Name of the new list'}
            description={kind === 'split' ? 'Each has its number or its value behind it.' : undefined}
            autoComplete="off"
            {...(ids ? { 'data-autofocus': true } : {})}
            {...limitedField(form, 'name', LIST_NAME_MAX)}
          />
        )}
        <KeepStatus value={values.keep_status} onChange={(keep_status) => change({ keep_status })} />
      </FormDialog>
      {condition ? (
        <ConditionDialog
          condition={condition.at === undefined ? undefined : conditions[condition.at]}
          names={names}
          use="set"
          onChoose={choose}
          onClose={() => setCondition(undefined)}
        />
      ) : null}
    </>
  );
}

type KeepStatusProps = { value: boolean; onChange: (value: boolean) => void };

function KeepStatus({ value, onChange }: KeepStatusProps) {
  const days = useQuery(settingsQuery).data?.settings.never_twice_days ?? null;
  const leavesOut =
    days === null
      ? ''
      : ` A campaign leaves out who was messaged within ${formatNoun(days, 'day')}, as your Settings say.`;
  return (
    <CheckField
      label="Keep their status"
      hint={
        value
          ? 'Who was written to stays so, and gets no message as one of the new list.'
          : `They come in as pending.${leavesOut}`
      }
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Makes the set, tells how far it has come, and opens what was made. */
function useMaking(valuesNow: () => SetValues) {
  const { mutateAsync } = useMakeSet();
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState<{ added: number; people: number }>();
  const isClosed = useIsClosed();
  const navigate = useNavigate();
  useServerEvent('list_progress', setProgress);
  const open = ([first, ...others]: List[]) =>
    first && others.length === 0
      ? navigate({ to: paths.list, params: { id: first.id } })
      : navigate({ to: paths.lists });
  const make = async () => {
    const values = valuesNow();
    const wanted = wantedOf(values);
    if (!wanted) return false;
    setProgress(undefined);
    setRunning(true);
    try {
      const { name, keep_status } = values;
      const made = await mutateAsync({ ...wanted, keep_status, ...(wanted.into ? {} : { name }) });
      toast.success(madeWords(made, values));
      if (!isClosed.current) await open(made.lists);
      return true;
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, progress, make };
}
