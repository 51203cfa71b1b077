import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { List } from '@pigeonpost/contract/calls/lists';
import { ApiError } from '@pigeonpost/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useUser } from '../../../api/session.ts';
import { profilesUsed } from '../../../campaign-state/profiles-used.ts';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { isChange } from '../../../ui/form/changed-values.ts';
import { fieldErrors } from '../../../ui/form/field-errors.ts';
import { useLeaveBlock } from '../../../ui/form/leave-question.ts';
import { useSavedElsewhere } from '../../../ui/form/use-saved-elsewhere.ts';
import { type CampaignChange, useChangeCampaign } from '../api.ts';
import { canaryOf, NO_CANARY } from '../limits/canary-form.ts';
import { leaveOutOf } from '../limits/leave-out-form.ts';
import { limitsOf, startOf, timesOf } from '../limits/new-campaign-times.ts';
import { type CampaignForm, type CampaignValues, useCampaignForm, useOnceKnown } from './campaign-form.ts';
import { isOwnMessage, type OwnParts } from './resolve-choices.ts';

/** The input of a campaign that has not started, filled with what it has, and how its changes are saved. */
export function useEditCampaignForm(campaign: CampaignDetails, list: List) {
  const { id } = campaign;
  const zone = useUser()?.time_zone ?? 'UTC';
  const own = ownOf(campaign, list);
  const saved = valuesOf(campaign, { own, list, zone });
  const base = useCampaignForm({ keptName: `campaign ${id}`, values: saved, own });
  useSavedElsewhere(base.form, saved);
  const { mutateAsync, isPending } = useChangeCampaign(id);
  const typed = bodyOf(base.form.values, base);
  const change = changeOf(typed, bodyOf(saved, { zone, profile_ids: own.profile_ids }));
  // Of a profile that was removed meanwhile the form knows nothing.
  if (own.is_follow_up) delete change.profiles_used;
  if (base.template && !isOwnMessage(base.template, own)) change.message_template_id = base.template.id;
  const allowLeaving = useLeaveBlock(isChange(change), askToDiscard);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const saveNow = async () => {
    if (isPending || !base.check()) return;
    try {
      if (isChange(change)) await mutateAsync(change);
      allowLeaving();
      await navigate({ to: paths.campaign, params: { id } });
    } catch (error) {
      base.form.setErrors(formErrors(error));
      toast.failure(error, 'Failed to change the campaign');
      base.showFault();
      // The fields mark deleted parts as soon as they are fetched.
      if (error instanceof ApiError && error.status === 404) await queries.invalidateQueries();
    }
  };
  const { isWaiting, submit } = useOnceKnown(base.onceKnown, () => void saveNow());
  return { ...base, isPending: isPending || isWaiting, save: () => submit(undefined) };
}

async function askToDiscard(): Promise<boolean> {
  const agreed = await confirm({
    title: 'Discard your changes?',
    body: 'The campaign stays as it is.',
    cancelLabel: 'Keep editing',
    confirmLabel: 'Discard',
  });
  return agreed !== false;
}

/** Its message is a copy of the template, which may have changed since. */
function ownOf(campaign: CampaignDetails, list: List): OwnParts {
  const { message_template_id, template_name: name, template_content: content } = campaign;
  return {
    campaign_id: campaign.id,
    template: { id: message_template_id ?? 0, name, content },
    list_id: list.id,
    profile_ids: profilesUsed(campaign),
    leave_out: leaveOutOf(campaign.leave_out),
    // A server of the version before says nothing.
    is_follow_up: (campaign.nth_follow_up ?? null) !== null,
  };
}

function valuesOf(
  campaign: CampaignDetails,
  { own, list, zone }: { own: OwnParts; list: List; zone: string },
): CampaignValues {
  const { name, canary } = campaign;
  return {
    name,
    template: own.template,
    list,
    profile_ids: own.profile_ids,
    leave_out: campaign.leave_out,
    ...limitsOf(campaign, zone),
    ...startOf(campaign, zone),
    has_canary: canary !== null,
    canary: canary === null ? NO_CANARY.canary : String(canary),
  };
}

/** All that a change can save, as it is typed. */
function bodyOf(values: CampaignValues, { zone, profile_ids }: Pick<CampaignForm, 'zone' | 'profile_ids'>) {
  return {
    name: values.name.trim(),
    list_id: values.list?.id,
    leave_out: leaveOutOf(values.leave_out),
    profiles_used: [...profile_ids].sort((one, other) => one - other),
    start_at: null,
    hours: null,
    not_after: null,
    cap_day: null,
    ...timesOf(values, zone),
    ...canaryOf(values, null),
  };
}

/** What differs, so that what another window saved stays. */
function changeOf(typed: ReturnType<typeof bodyOf>, saved: ReturnType<typeof bodyOf>): CampaignChange {
  const before = new Map(Object.entries(saved));
  const changes = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return Object.fromEntries(changes);
}

const FIELDS: Record<string, string> = {
  message_template_id: 'template',
  list_id: 'list',
  profiles_used: 'profile_ids',
  start_at: 'start_day',
  not_after: 'last_day',
};

/** The server's errors by the fields of the form. */
function formErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([field, text]) => [FIELDS[field] ?? field, text]),
  );
}
