import type { List } from '@pigeonpost/contract/calls/lists';
import type { Template } from '@pigeonpost/contract/calls/templates';
import { CAMPAIGN_FIELDS_MISSING } from '@pigeonpost/contract/campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { sayFailure } from './actions.ts';
import { templatePickerQuery } from './api.ts';
import { useLeaveQuestion } from './leave-question.ts';

type Fault = 'name' | 'template' | 'list' | 'profiles';
export type Faults = Partial<Record<Fault, string>>;

/** What is typed and chosen for a new campaign, and how it is made. */
export function useNewCampaignForm() {
  const [name, setName] = useState('');
  const [chosenTemplate, setTemplate] = useState<Template>();
  const [list, setList] = useState<List>();
  const [profileIds, setProfileIds] = useState<ReadonlySet<number>>(new Set());
  const [faults, setFaults] = useState<Faults>({});
  const preset = useQuery(templatePickerQuery()).data?.templates.find(({ is_selected }) => is_selected);
  const template = chosenTemplate ?? preset;
  const isTyped = name !== '' || Boolean(chosenTemplate) || Boolean(list) || profileIds.size > 0;
  const { busy, create } = useCreate(isTyped);
  const heal = (fault: Fault) => setFaults((current) => ({ ...current, [fault]: undefined }));
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    const found = findFaults({ name, template, list, profileIds });
    setFaults(found);
    if (Object.keys(found).length > 0 || !template || !list) {
      toast.error(CAMPAIGN_FIELDS_MISSING);
      focusFirstFault(event.currentTarget);
      return;
    }
    create({
      name: name.trim(),
      message_template_id: template.id,
      list_id: list.id,
      profiles_used: [...profileIds],
    });
  };
  return {
    name,
    template,
    list,
    profileIds,
    faults,
    busy,
    submit,
    setName: (text: string) => {
      setName(text);
      heal('name');
    },
    setTemplate: (next: Template | undefined) => {
      setTemplate(next);
      heal('template');
    },
    setList: (next: List | undefined) => {
      setList(next);
      heal('list');
    },
    setProfileIds: (next: ReadonlySet<number>) => {
      setProfileIds(next);
      heal('profiles');
    },
  };
}

export type NewCampaignForm = ReturnType<typeof useNewCampaignForm>;

type Values = {
  name: string;
  template: Template | undefined;
  list: List | undefined;
  profileIds: ReadonlySet<number>;
};

function findFaults({ name, template, list, profileIds }: Values): Faults {
  return {
    ...(name.trim() === '' && { name: 'Name the campaign' }),
    ...(!template && { template: 'Choose a template' }),
    ...(!list && { list: 'Choose a list' }),
    ...(profileIds.size === 0 && { profiles: 'Choose at least one profile' }),
  };
}

/** Once they are shown; on a phone the first may be far above the button. */
function focusFirstFault(form: HTMLElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault="true"]')?.focus();
  });
}

type Body = { name: string; message_template_id: number; list_id: number; profiles_used: number[] };

function useCreate(isTyped: boolean) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const allowLeaving = useLeaveQuestion(isTyped);
  const create = async (body: Body) => {
    if (busy) return;
    setBusy(true);
    try {
      const { campaign } = await call('POST /api/campaigns', { body });
      allowLeaving();
      toast.success('Campaign created. Press Start when it shall go.');
      queries.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: paths.campaign(campaign.id) });
    } catch (error) {
      sayFailure(error, 'Failed to create campaign');
      // A conflict tells of profiles that were taken meanwhile.
      queries.invalidateQueries({ queryKey: ['profiles'] });
      setBusy(false);
    }
  };
  return { busy, create };
}
