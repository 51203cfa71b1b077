import { type FormErrors, useForm } from '@mantine/form';
import type { List } from '@pigeonpost/contract/calls/lists';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { CAMPAIGN_FIELDS_MISSING } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useKeptForm } from '../../ui/form/use-kept-form.ts';
import { templatePickerQuery } from '../templates/api.ts';
import { useCreateCampaign } from './api.ts';
import { sayFailure } from './campaign-actions.ts';
import { useLeaveQuestion } from './leave-question.ts';

type Values = {
  name: string;
  template: Template | undefined;
  list: List | undefined;
  profile_ids: number[];
};

/** What is typed and chosen for a new campaign, and how it is created. */
export function useNewCampaignForm() {
  const preset = useQuery(templatePickerQuery()).data?.templates.find(({ is_selected }) => is_selected);
  const form = useForm<Values>({
    initialValues: { name: '', template: undefined, list: undefined, profile_ids: [] },
    validate: {
      name: (name) => (name.trim() === '' ? 'Name the campaign' : null),
      template: (template) => (template || preset ? null : 'Choose a template'),
      list: (list) => (list ? null : 'Choose a list'),
      profile_ids: (ids) => (ids.length === 0 ? 'Choose at least one profile' : null),
    },
  });
  useKeptForm('new campaign', form);
  const { create, isPending } = useCreate(form.isDirty());
  const template = form.values.template ?? preset;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    form.onSubmit(
      ({ name, list, profile_ids }) => {
        if (!template || !list) return;
        const body = { name: name.trim(), message_template_id: template.id, list_id: list.id };
        void create({ ...body, profiles_used: profile_ids });
      },
      (_errors: FormErrors) => {
        toast.error(CAMPAIGN_FIELDS_MISSING);
        focusFirstFault(element);
      },
    )(event);
  };
  return { form, template, isPending, submit };
}

export type NewCampaignForm = ReturnType<typeof useNewCampaignForm>;

/** Once they are shown; on a phone the first may be far above the button. */
function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"]')?.focus();
  });
}

/** Creates the campaign and leads to its page. */
function useCreate(isTyped: boolean) {
  const { mutateAsync, isPending } = useCreateCampaign();
  const navigate = useNavigate();
  const allowLeaving = useLeaveQuestion(isTyped);
  const create = async (body: Parameters<typeof mutateAsync>[0]) => {
    if (isPending) return;
    try {
      const { campaign } = await mutateAsync(body);
      allowLeaving();
      toast.success('Campaign created. Press Start to begin sending.');
      await navigate({ to: paths.campaign, params: { id: campaign.id } });
    } catch (error) {
      sayFailure(error, 'Failed to create campaign');
    }
  };
  return { create, isPending };
}
