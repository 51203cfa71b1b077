import { useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { CAMPAIGN_FIELDS_MISSING } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useLeaveQuestion } from '../../ui/form/leave-question.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { listPickerQuery } from '../lists/api.ts';
import { profilePickerQuery } from '../profiles/api.ts';
import { templatePickerQuery } from '../templates/api.ts';
import { useCreateCampaign, useStartNow } from './api.ts';
import { profileChoice } from './profile-choice.ts';

type Values = {
  name: string;
  /** Undefined until chosen by hand, as the list and the profiles. */
  template: Template | undefined;
  list: List | undefined;
  profile_ids: number[] | undefined;
};

/** What is typed and chosen for a new campaign, and how it is created. */
export function useNewCampaignForm() {
  const element = useRef<HTMLFormElement>(null);
  const preset = usePreset();
  const form = useForm<Values>({
    initialValues: { name: '', template: undefined, list: undefined, profile_ids: undefined },
    validate: {
      name: (name) => (name.trim() === '' ? 'Name the campaign' : null),
      template: (template) => (template || preset.template ? null : 'Choose a template'),
      list: (list) => (list || preset.list ? null : 'Choose a list'),
      profile_ids: (ids) => ((ids ?? preset.profile_ids).length === 0 ? 'Choose at least one profile' : null),
    },
  });
  useKeptForm('new campaign', form);
  const { create, isPending } = useCreate(form.isDirty());
  const { values } = form;
  const template = values.template ?? preset.template;
  const list = values.list ?? preset.list;
  const profile_ids = values.profile_ids ?? preset.profile_ids;
  const submitNow = (andStart: boolean) => {
    if (form.validate().hasErrors || !template || !list) {
      toast.error(CAMPAIGN_FIELDS_MISSING);
      return focusFirstError(element);
    }
    const body = { name: values.name.trim(), message_template_id: template.id, list_id: list.id };
    void create({ ...body, profiles_used: profile_ids }, andStart);
  };
  const { isWaiting, submit } = useOnceKnown(preset, submitNow);
  return { form, element, template, list, profile_ids, isPending: isPending || isWaiting, submit };
}

/** A press that comes before what there is to choose from waits for it, or it would be told that nothing is chosen. */
function useOnceKnown(
  { isKnown, hasFailed }: { isKnown: boolean; hasFailed: boolean },
  submitNow: (andStart: boolean) => void,
) {
  const [waiting, setWaiting] = useState<{ andStart: boolean }>();
  useEffect(() => {
    if (!waiting || !(isKnown || hasFailed)) return;
    setWaiting(undefined);
    if (isKnown) submitNow(waiting.andStart);
  });
  const submit = (andStart: boolean) => (isKnown ? submitNow(andStart) : setWaiting({ andStart }));
  return { isWaiting: waiting !== undefined, submit };
}

export type NewCampaignForm = ReturnType<typeof useNewCampaignForm>;

/** The selected template, and of everything that of which there is only one. */
function usePreset() {
  const templatePicker = useQuery(templatePickerQuery());
  const listPicker = useQuery(listPickerQuery());
  const profilePicker = useQuery(profilePickerQuery());
  const all = [templatePicker, listPicker, profilePicker];
  const templates = templatePicker.data?.templates;
  const free = profilePicker.data?.profiles.filter((profile) => profileChoice(profile).isFree) ?? [];
  return {
    template: templates?.find(({ is_selected }) => is_selected) ?? onlyOne(templates),
    list: onlyOne(listPicker.data?.lists),
    profile_ids: free.length === 1 ? free.map(({ id }) => id) : [],
    isKnown: all.every(({ data }) => data),
    hasFailed: all.some(({ isError }) => isError),
  };
}

function onlyOne<T>(things: T[] | undefined): T | undefined {
  return things?.length === 1 ? things[0] : undefined;
}

/** Once they are shown; on a phone the first may be far above the button. */
function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"]')?.focus();
  });
}

/** Creates the campaign, starts it where that was asked for, and leads to its page. */
function useCreate(isTyped: boolean) {
  const creating = useCreateCampaign();
  const starting = useStartNow();
  const navigate = useNavigate();
  const isPending = creating.isPending || starting.isPending;
  const allowLeaving = useLeaveQuestion(isTyped, {
    title: 'Discard this campaign?',
    body: 'It is not created yet. What you typed and chose will be lost.',
  });
  const start = async (id: number) => {
    try {
      await starting.mutateAsync(id);
      toast.success('Campaign created and started.');
    } catch (error) {
      // It is there all the same: its page offers Start again.
      toast.failure(error, 'Failed to update campaign status');
    }
  };
  const create = async (body: Parameters<typeof creating.mutateAsync>[0], andStart: boolean) => {
    if (isPending) return;
    try {
      const { campaign } = await creating.mutateAsync(body);
      allowLeaving();
      if (andStart) await start(campaign.id);
      else toast.success('Campaign created. Press Start to begin sending.');
      await navigate({ to: paths.campaign, params: { id: campaign.id } });
    } catch (error) {
      toast.failure(error, 'Failed to create campaign');
    }
  };
  return { create, isPending };
}
