import { ApiError } from '@pigeonpost/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSubscriptionActive } from '../../../api/session.ts';
import { useStartNow } from '../../../campaign-state/start-campaign.ts';
import { now } from '../../../clock.ts';
import { formatMoment } from '../../../format/format-time.ts';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/feedback/confirm.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLeaveBlock } from '../../../ui/form/leave-question.ts';
import { canaryOf } from '../limits/canary-form.ts';
import { leaveOutOf } from '../limits/leave-out-form.ts';
import { timesOf } from '../limits/new-campaign-times.ts';
import { type CampaignValues, useCampaignForm, useOnceKnown } from './campaign-form.ts';
import { useCreateCampaign, useSaveDraft } from './create-campaign.ts';

/** What a press does with the campaign that it creates. */
type Press = 'create' | 'unscheduled' | 'start' | 'schedule' | 'plan';

/** A draft that is being finished: what was chosen so far. */
export type Draft = { id: number; name: string; values: Partial<CampaignValues> };

/** The input of a new campaign, and how it is created. */
export function useNewCampaignForm(draft?: Draft) {
  const base = useCampaignForm({
    keptName: draft ? `draft ${draft.id}` : 'new campaign',
    values: draft?.values,
  });
  const { form, zone, template, list, profile_ids, suggestedCanary } = base;
  const { mutateAsync: saveDraft, isPending: isSaving } = useSaveDraft(draft?.id);
  const save = () => {
    const { start_at = null, ...limits } = timesOf(form.values, zone);
    return saveDraft({
      name: form.values.name.trim(),
      message_template_id: template?.id ?? null,
      list_id: list?.id ?? null,
      profiles_used: profile_ids,
      start_at,
      leave_out: leaveOutOf(form.values.leave_out),
      ...limits,
      ...canaryOf(form.values, suggestedCanary),
    });
  };
  const allowLeaving = useLeaveOrSave(form.isDirty(), { isDraft: draft !== undefined, save });
  const { create, isPending } = useCreate({ draft_id: draft?.id, allowLeaving });
  const submitNow = (press: Press) => {
    const parts = base.check();
    if (!parts) return;
    const body = {
      name: form.values.name.trim(),
      message_template_id: parts.template.id,
      list_id: parts.list.id,
    };
    const { start_at, ...limits } = timesOf(form.values, zone);
    const isScheduled = press === 'schedule' || press === 'plan';
    const schedule = isScheduled && start_at ? { start_at } : {};
    const canary = canaryOf(form.values, suggestedCanary);
    const leave_out = leaveOutOf(form.values.leave_out);
    const made = {
      ...body,
      ...(leave_out && { leave_out }),
      profiles_used: profile_ids,
      ...limits,
      ...schedule,
      ...canary,
    };
    const isLater = form.values.begins === 'later';
    void create(made, press === 'create' && isLater ? 'unscheduled' : press).then((hasGone) => {
      if (hasGone) base.showFault();
    });
  };
  const { isWaiting, submit } = useOnceKnown(base.onceKnown, submitNow);
  return {
    ...base,
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

export type NewCampaignForm = ReturnType<typeof useNewCampaignForm>;

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
