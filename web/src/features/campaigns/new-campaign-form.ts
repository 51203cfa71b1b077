import { useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { Profile } from '@pigeonpost/contract/calls/profiles';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { CAMPAIGN_FIELDS_MISSING } from '@pigeonpost/contract/campaigns';
import { ApiError } from '@pigeonpost/contract/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSubscriptionActive, useUser } from '../../api/session.ts';
import { now } from '../../clock.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useLeaveBlock } from '../../ui/form/leave-question.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { listPickerQuery, listQuery } from '../lists/api.ts';
import { profilePickerQuery } from '../profiles/api.ts';
import { templatePickerQuery } from '../templates/api.ts';
import { type CanaryValues, canaryError, canaryOf, NO_CANARY } from './canary-form.ts';
import { useCreateCampaign, useSaveDraft } from './create-campaign.ts';
import { NO_TIMES, type Times, timesOf, timesRules } from './new-campaign-times.ts';
import { useNewPlan } from './new-plan.ts';
import { useStartNow } from './parts/start-campaign.ts';
import { profileChoice } from './profile-choice.ts';
import { formatMoment } from './schedule-words.ts';

type Values = Choices & Times & CanaryValues & { name: string };

/** What a press does with the campaign that it creates. */
type Press = 'create' | 'unscheduled' | 'start' | 'schedule' | 'plan';

/** A draft that is being finished: what was chosen so far. */
export type Draft = { id: number; name: string; values: Partial<Values> };

/** The input of a new campaign, and how it is created. */
export function useNewCampaignForm(draft?: Draft) {
  const element = useRef<HTMLFormElement>(null);
  const { preset, known, isKnown, hasFailed } = useChoices();
  const zone = useUser()?.time_zone ?? 'UTC';
  const suggested = useRef<number | null>(null);
  const resolve = (values: Values) => resolveChoices(values, preset, known);
  const form = useForm<Values>({
    initialValues: {
      name: '',
      template: undefined,
      list: undefined,
      profile_ids: undefined,
      ...NO_TIMES,
      ...NO_CANARY,
      ...draft?.values,
    },
    validate: {
      ...timesRules(zone, now),
      canary: (_: string, values: Values) => canaryError(values, suggested.current),
      name: (name) => (name.trim() === '' ? 'Name the campaign' : null),
      // For a deleted one the field has its own error already.
      template: (_, values) =>
        resolve(values).template || resolve(values).gone.template ? null : 'Choose a template',
      list: (_, values) => (resolve(values).list || resolve(values).gone.list ? null : 'Choose a list'),
      profile_ids: (_, values) => (resolve(values).profile_ids.length ? null : 'Choose at least one profile'),
    },
  });
  useKeptForm(draft ? `draft ${draft.id}` : 'new campaign', form);
  const { template, list, profile_ids, gone } = resolve(form.values);
  const plan = useNewPlan({ template, list, profile_ids });
  const suggestedCanary = (template && list && plan.data?.suggested_canary) ?? null;
  suggested.current = suggestedCanary;
  const { mutateAsync: saveDraft, isPending: isSaving } = useSaveDraft(draft?.id);
  const save = () => {
    const { start_at: _, ...limits } = timesOf(form.values, zone);
    return saveDraft({
      name: form.values.name.trim(),
      message_template_id: template?.id ?? null,
      list_id: list?.id ?? null,
      profiles_used: profile_ids,
      ...limits,
      ...canaryOf(form.values, suggestedCanary),
    });
  };
  const allowLeaving = useLeaveOrSave(form.isDirty(), { isDraft: draft !== undefined, save });
  const { create, isPending } = useCreate({ draft_id: draft?.id, allowLeaving });
  const [hasFault, setFault] = useState(false);
  useEffect(() => {
    if (!hasFault) return;
    setFault(false);
    if (isOnButton(element.current)) focusFirstError(element);
  }, [hasFault]);
  const submitNow = (press: Press) => {
    const { hasErrors, errors } = form.validate();
    if (hasErrors || !template || !list) {
      const lacks = errors.name ?? errors.template ?? errors.list ?? errors.profile_ids;
      const wrong = errors.start_day ?? errors.hours ?? errors.last_day ?? errors.cap_day ?? errors.canary;
      toast.error(lacks || typeof wrong !== 'string' ? CAMPAIGN_FIELDS_MISSING : wrong);
      return focusFirstError(element);
    }
    const body = { name: form.values.name.trim(), message_template_id: template.id, list_id: list.id };
    const { start_at, ...limits } = timesOf(form.values, zone);
    const isScheduled = press === 'schedule' || press === 'plan';
    const schedule = isScheduled && start_at ? { start_at } : {};
    const canary = canaryOf(form.values, suggestedCanary);
    const made = { ...body, profiles_used: profile_ids, ...limits, ...schedule, ...canary };
    const isLater = form.values.begins === 'later';
    void create(made, press === 'create' && isLater ? 'unscheduled' : press).then((hasGone) =>
      setFault(hasGone),
    );
  };
  const { isWaiting, submit } = useOnceKnown({ isKnown, hasFailed }, submitNow);
  return {
    form,
    zone,
    element,
    template,
    list,
    profile_ids,
    gone,
    plan,
    suggestedCanary,
    isPending: isPending || isWaiting || isSaving,
    submit,
    /** Saves it as it is; resolves with whether that succeeded. */
    save: () =>
      save()
        .then(allowLeaving)
        .then(
          () => true,
          () => false,
        ),
  };
}

/** Asks before typed input is lost; it can be saved as a draft (docs/behaviour.md#drafts-of-campaigns). */
function useLeaveOrSave(
  isTyped: boolean,
  { isDraft, save }: { isDraft: boolean; save: () => Promise<unknown> },
): () => void {
  const isActive = useSubscriptionActive();
  return useLeaveBlock(isTyped, async () => {
    const agreed = await confirm({
      title: isDraft ? 'Discard your changes?' : 'Discard this campaign?',
      body: 'Your changes will be lost.',
      cancelLabel: 'Keep editing',
      confirmLabel: 'Discard',
      ...(isActive && { otherLabel: 'Save as draft' }),
    });
    if (agreed !== 'other') return agreed;
    return save().then(
      () => true,
      () => false,
    );
  });
}

/**
 * A press that comes before the choices are fetched waits for them; otherwise it would fail because nothing is chosen.
 */
function useOnceKnown(
  { isKnown, hasFailed }: { isKnown: boolean; hasFailed: boolean },
  submitNow: (press: Press) => void,
) {
  const [waiting, setWaiting] = useState<Press>();
  useEffect(() => {
    if (!waiting || !(isKnown || hasFailed)) return;
    setWaiting(undefined);
    if (isKnown) submitNow(waiting);
  });
  const submit = (press: Press) => (isKnown ? submitNow(press) : setWaiting(press));
  return { isWaiting: waiting !== undefined, submit };
}

export type NewCampaignForm = ReturnType<typeof useNewCampaignForm>;

/** The choices, and those chosen beforehand: the selected template, and a part that is the only one of its kind. */
function useChoices() {
  const templatePicker = useQuery(templatePickerQuery());
  const listPicker = useQuery(listPickerQuery());
  const profilePicker = useQuery(profilePickerQuery());
  const { list: askedId = 0 } = useSearch({ strict: false });
  const asked = useQuery({ ...listQuery(askedId), enabled: askedId > 0 }).data;
  const all = [templatePicker, listPicker, profilePicker];
  const templates = templatePicker.data?.templates;
  const free = profilePicker.data?.profiles.filter((profile) => profileChoice(profile).isFree) ?? [];
  const known = {
    templates: { things: templates, total: templatePicker.data?.pagination.totalItems },
    lists: { things: listPicker.data?.lists, total: listPicker.data?.pagination.totalItems },
    profiles: {
      things: profilePicker.data?.profiles,
      total: profilePicker.data?.pagination.totalItems,
    },
  };
  const preset = {
    template: templates?.find(({ is_selected }) => is_selected) ?? onlyOne(templates),
    list: asked ?? onlyOne(listPicker.data?.lists),
    profile_ids: free.length === 1 ? free.map(({ id }) => id) : [],
  };
  return {
    preset,
    known,
    isKnown: all.every(({ data }) => data),
    hasFailed: all.some(({ isError }) => isError),
  };
}

function onlyOne<T>(things: T[] | undefined): T | undefined {
  return things?.length === 1 ? things[0] : undefined;
}

/** After the errors are shown; on a phone the first may be far above the button. */
function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [tabindex][data-error="true"]')?.focus();
  });
}

function isOnButton(form: HTMLFormElement | null): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLButtonElement && focused.form === form;
}

/** Creates the campaign, starts it if requested, and leads to its page. True if one of its parts is gone. */
function useCreate({ draft_id, allowLeaving }: { draft_id: number | undefined; allowLeaving: () => void }) {
  const creating = useCreateCampaign(draft_id);
  const starting = useStartNow({ hasBar: true, done: 'Campaign created and started.' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const isPending = creating.isPending || starting.isPending;
  const create = async (body: Parameters<typeof creating.mutateAsync>[0], press: Press) => {
    if (isPending) return false;
    try {
      const { campaign } = await creating.mutateAsync(body);
      allowLeaving();
      // If the start fails the campaign still exists: its page offers Start again.
      if (press === 'start') await starting.mutateAsync(campaign.id).catch(() => {});
      else if (press === 'schedule') toast.success('Campaign created and scheduled.');
      else if (press === 'plan') toast.success(plannedWords(campaign.start_at));
      else if (press === 'unscheduled')
        toast.success('Campaign created, not scheduled. Press Start to begin sending.');
      else toast.success('Campaign created. Press Start to begin sending.');
      await navigate({
        to: press === 'plan' ? paths.campaignPlan : paths.campaign,
        params: { id: campaign.id },
      });
    } catch (error) {
      toast.failure(error, 'Failed to create campaign');
      if (!(error instanceof ApiError) || error.status !== 404) return false;
      // The fields mark deleted parts as soon as they are fetched.
      await client.invalidateQueries({}, { cancelRefetch: false });
      return true;
    }
    return false;
  };
  return { create, isPending };
}

const plannedWords = (start_at: string | null) =>
  start_at === null
    ? 'Created. Nothing is sent before Start.'
    : `Created and scheduled. Nothing is sent before ${formatMoment(start_at, now())}.`;

/** The choices made by hand for a new campaign; undefined until then. */
type Choices = {
  template: Template | undefined;
  list: List | undefined;
  profile_ids: number[] | undefined;
};

type Preset = { template: Template | undefined; list: List | undefined; profile_ids: number[] };

/** The server's rows of a kind, or the first hundred of them. */
type Known<T> = { things: T[] | undefined; total: number | undefined };

type KnownParts = { templates: Known<Template>; lists: Known<List>; profiles: Known<Profile> };

/**
 * The present parts of a new campaign: another window may have changed, used or deleted a choice. `gone` names parts
 * that were chosen by hand and no longer exist.
 */
function resolveChoices(chosen: Choices, preset: Preset, known: KnownParts) {
  const template = chosen.template ? asItIs(chosen.template, known.templates) : preset.template;
  const list = chosen.list ? asItIs(chosen.list, known.lists) : preset.list;
  const ids = chosen.profile_ids ?? preset.profile_ids;
  const profile_ids = ids.filter((id) => {
    const profile = known.profiles.things?.find((one) => one.id === id);
    return profile ? profileChoice(profile).isFree : !isWhole(known.profiles);
  });
  const gone = {
    template: template ? undefined : chosen.template?.name,
    list: list ? undefined : chosen.list?.name,
  };
  return { template, list, profile_ids, gone };
}

function asItIs<T extends { id: number }>(thing: T, known: Known<T>): T | undefined {
  return known.things?.find(({ id }) => id === thing.id) ?? (isWhole(known) ? undefined : thing);
}

/** Whether a row that is not in it does not exist. */
function isWhole<T>({ things, total = Number.POSITIVE_INFINITY }: Known<T>): boolean {
  return things !== undefined && things.length >= total;
}
