import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import { LIST_NAME_MAX } from '@pigeonpost/contract/lists';
import { type Condition, isUnread, readConditions } from '@pigeonpost/contract/people/conditions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { settingsQuery } from '../../account/settings.ts';
import { useServerEvent } from '../../api/realtime.ts';
import { formatNoun } from '../../format/format-number.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { CheckField } from '../../ui/form/check-field.tsx';
import { FormDialog, useIsClosed } from '../../ui/form/form-dialog.tsx';
import { limitedField } from '../../ui/form/limited-field.ts';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { useListCount } from '../lists/api.ts';
import { ConditionDialog } from '../views/parts/lazy-condition-dialog.ts';
import { useConditionNames } from '../views/parts/use-condition-names.ts';
import { setCountQuery, useMakeSet } from './api.ts';
import type { SetStart } from './parts/set-start.ts';
import { SetCountPanel, SetProgress } from './set-count.tsx';
import { type SetValues, unchosenError, valuesOf, wantedOf } from './set-form.ts';
import { SetSource } from './set-source.tsx';
import { madeWords, pressWords, uselessError } from './set-words.ts';

type SetDialogProps = { start: SetStart; onClose: () => void };

/** Makes a list, or the parts of one, of people of other lists (docs/behaviour.md#lists-from-lists). */
export function SetDialog({ start, onClose }: SetDialogProps) {
  const isOnly = useListCount() === 1;
  const form = useForm<SetValues>({ initialValues: valuesOf(start, isOnly) });
  const { values, errors } = form;
  const { kind, ids, conditions, into } = values;
  const { isForCampaign = false } = start;
  const [condition, setCondition] = useKeptState<{ at: number | undefined } | undefined>(
    'condition of a list from lists',
    undefined,
  );
  const names = useConditionNames(conditions);
  const counted = useQuery(setCountQuery(wantedOf(values)));
  const making = useMaking(form.getValues, isForCampaign);
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
        {...headOf(ids, isForCampaign, isOnly)}
        size={ids || isForCampaign ? 'narrow' : 'wide'}
        submitLabel={`${pressWords(counted.data, values)}${isForCampaign ? ' and go on' : ''}`}
        submitOff={isOff}
        failure="Failed to make the list"
        form={form}
        draft="list from lists"
        isBehind={condition !== undefined}
        onSubmit={submit}
        onClose={onClose}
      >
        {ids || isForCampaign ? null : (
          <SetSource
            values={values}
            names={names}
            isOnly={isOnly}
            error={errors.list_ids}
            onCondition={(at) => setCondition({ at })}
            onChange={change}
          />
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
            {...(ids || isForCampaign ? { 'data-autofocus': true } : {})}
            {...limitedField(form, 'name', LIST_NAME_MAX)}
          />
        )}
        {kind === 'tagged' || isForCampaign ? null : (
          <KeepStatus value={values.keep_status} onChange={(keep_status) => change({ keep_status })} />
        )}
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

function headOf(ids: number[] | null, isForCampaign: boolean, isOnly: boolean) {
  if (isForCampaign)
    return {
      title: ids ? `Write to ${formatNoun(ids.length, 'recipient')}` : 'Write to these',
      sentence: 'They become a list of their own, for a new campaign.',
    };
  return ids
    ? { title: `Make a list of ${formatNoun(ids.length, 'recipient')}` }
    : {
        title: 'New list',
        sentence: `People are taken from the ${isOnly ? 'list' : 'lists'} that you have.`,
      };
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
function useMaking(valuesNow: () => SetValues, isForCampaign: boolean) {
  const { mutateAsync } = useMakeSet();
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState<{ added: number; people: number }>();
  const isClosed = useIsClosed();
  const navigate = useNavigate();
  useServerEvent('list_progress', setProgress);
  const open = ([first, ...others]: List[]) => {
    if (!first || others.length > 0) return navigate({ to: paths.lists });
    return isForCampaign
      ? navigate({ to: paths.newCampaign, search: { list: first.id } })
      : navigate({ to: paths.list, params: { id: first.id } });
  };
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
