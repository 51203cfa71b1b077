import { useForm } from '@mantine/form';
import type { LeaveOut } from '@pigeonpost/contract/calls/leave-out';
import { CAMPAIGN_FIELDS_MISSING } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { settingsQuery } from '../../../account/settings.ts';
import { useUser } from '../../../api/session.ts';
import { now } from '../../../clock.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useKeptForm } from '../../../ui/form/use-kept-form.ts';
import { type CanaryValues, canaryError, NO_CANARY } from '../limits/canary-form.ts';
import { NO_TIMES, type Times, timesRules } from '../limits/new-campaign-times.ts';
import { useChoices, usePlaces } from './campaign-choices.ts';
import { useChosenPlan } from './chosen-plan.ts';
import type { Choices, OwnParts } from './resolve-choices.ts';

export type CampaignValues = Choices & Times & CanaryValues & { name: string; leave_out: LeaveOut | null };

type Wanted = {
  /** Unique to the form. */
  keptName: string;
  /** What it is filled with. */
  values?: Partial<CampaignValues> | undefined;
  /** What a campaign that is changed has already. */
  own?: OwnParts | undefined;
};

/** The fields of a campaign before its start: what it needs, when it sends, and its plan. */
export function useCampaignForm({ keptName, values: filled, own }: Wanted) {
  const element = useRef<HTMLFormElement>(null);
  const { resolve, isKnown, hasFailed } = useChoices(own);
  const zone = useUser()?.time_zone ?? 'UTC';
  const suggested = useRef<number | null>(null);
  const form = useForm<CampaignValues>({
    initialValues: {
      name: '',
      template: undefined,
      list: undefined,
      profile_ids: undefined,
      leave_out: null,
      ...NO_TIMES,
      ...NO_CANARY,
      ...filled,
    },
    validate: {
      ...timesRules(zone, now, own && { ...NO_TIMES, ...filled }),
      canary: (_: string, values: CampaignValues) => canaryError(values, suggested.current),
      name: (name) => (name.trim() === '' ? 'Name the campaign' : null),
      // For a deleted one the field has its own error already.
      template: (_, values) =>
        resolve(values).template || resolve(values).gone.template ? null : 'Choose a template',
      // A follow-up keeps these two.
      list: (_, values) =>
        own?.is_follow_up || resolve(values).list || resolve(values).gone.list ? null : 'Choose a list',
      profile_ids: (_, values) =>
        own?.is_follow_up || resolve(values).profile_ids.length ? null : 'Choose at least one profile',
    },
  });
  useKeptForm(keptName, form);
  const { template, list, profile_ids, gone } = resolve(form.values);
  const plan = useChosenPlan({ template, list, profile_ids, leave_out: form.values.leave_out }, own);
  const suggests = useQuery(settingsQuery).data?.suggests_canary === true;
  // Of a campaign that exists it was decided already.
  const suggestedCanary = (!own && template && list && plan.data?.suggested_canary) || null;
  suggested.current = suggestedCanary;
  const [hasFault, setFault] = useState(false);
  useEffect(() => {
    if (!hasFault) return;
    setFault(false);
    if (isOnButton(element.current)) focusFirstError(element);
  }, [hasFault]);
  /** The parts, if no field is at fault; else the fault is told. */
  const check = () => {
    const { hasErrors, errors } = form.validate();
    if (!hasErrors && template && list) return { template, list, profile_ids };
    const lacks = errors.name ?? errors.template ?? errors.list ?? errors.profile_ids;
    const wrong = BEHIND_THE_LINE.map((field) => errors[field]).find(Boolean);
    toast.error(lacks || typeof wrong !== 'string' ? CAMPAIGN_FIELDS_MISSING : wrong);
    focusFirstError(element);
    return undefined;
  };
  return {
    form,
    zone,
    element,
    own,
    template,
    list,
    profile_ids,
    gone,
    plan,
    suggestedCanary,
    /** Whether the canary has a box of its own, which is there before the plan is. */
    hasCanaryBox: !own && suggests,
    places: usePlaces(list, own),
    check,
    /** Once the errors of a refused change are shown, the first gets the focus. */
    showFault: () => setFault(true),
    onceKnown: { isKnown, hasFailed },
  };
}

/** The fields behind the line of who and when. */
export const BEHIND_THE_LINE = ['leave_out', 'start_day', 'hours', 'last_day', 'cap_day', 'canary'] as const;

export type CampaignForm = ReturnType<typeof useCampaignForm>;

/**
 * A press that comes before the choices are fetched waits for them; otherwise it would fail because nothing is chosen.
 */
export function useOnceKnown<Press>(
  { isKnown, hasFailed }: { isKnown: boolean; hasFailed: boolean },
  submitNow: (press: Press) => void,
) {
  const [waiting, setWaiting] = useState<{ press: Press }>();
  useEffect(() => {
    if (!waiting || !(isKnown || hasFailed)) return;
    setWaiting(undefined);
    if (isKnown) submitNow(waiting.press);
  });
  const submit = (press: Press) => (isKnown ? submitNow(press) : setWaiting({ press }));
  return { isWaiting: waiting !== undefined, submit };
}

/** Leads to the first error, after the errors are shown; on a phone the first may be far above the button. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [tabindex][data-error="true"]')?.focus();
  });
}

function isOnButton(form: HTMLFormElement | null): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLButtonElement && focused.form === form;
}
