import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Campaign, CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { CAMPAIGN_NAME_MAX } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isEligible } from '../../../campaign-state/campaign-state.ts';
import { profilesUsed } from '../../../campaign-state/profiles-used.ts';
import { now } from '../../../clock.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { paths } from '../../../paths.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { limitedField } from '../../../ui/form/limited-field.ts';
import { listQuery } from '../../lists/api.ts';
import { profileHints, profileLabel } from '../../profiles/parts/folder-hints.ts';
import { performanceQuery } from '../api.ts';
import { useCreateCampaign } from '../form/create-campaign.ts';
import { leaveOutOf, leftOutParts } from '../limits/leave-out-form.ts';
import { limitsWords } from '../limits/new-campaign-times.ts';

/** The ways on from a campaign (docs/behaviour.md#going-on-from-a-campaign). */
export type SendAgainKind = 'rest' | 'failed' | 'duplicate';

const TITLES: Record<SendAgainKind, (name: string) => string> = {
  rest: (name) => `Send to the rest of ${name}`,
  failed: (name) => `Try the failed of ${name} again`,
  duplicate: (name) => `Duplicate ${name}`,
};

type SendAgainDialogProps = { campaign: CampaignDetails; again: SendAgainKind; onClose: () => void };

/** Makes a new campaign of an old one's parts: shows its recipients, asks for its name. */
export function SendAgainDialog({ campaign, again, onClose }: SendAgainDialogProps) {
  const { id, name, message_template_id, list_id } = campaign;
  const leave_out = leaveOutOf(campaign.leave_out);
  const [nowMs] = useState(now);
  const { mutateAsync } = useCreateCampaign();
  const navigate = useNavigate();
  const profiles = useQuery(performanceQuery(id)).data ?? [];
  const used = profiles.filter(({ profile_id }) => profilesUsed(campaign).includes(profile_id));
  const eligible = used.filter((profile) => isEligible(profile) && profile.running_campaign === null);
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? 'Name the campaign' : null) },
  });
  const create = async () => {
    if (form.validate().hasErrors || message_template_id === null || list_id === null) return false;
    const answer = await mutateAsync({
      name: form.getValues().name.trim(),
      message_template_id,
      list_id,
      profiles_used: eligible.map(({ profile_id }) => profile_id),
      ...(leave_out && { leave_out }),
      ...carriedLimits(campaign, nowMs),
      ...(again === 'failed' ? { retry_of: id } : {}),
      // The rest of a follow-up waits for the profiles that wrote first.
      ...(again === 'rest' && campaign.nth_follow_up ? { rest_of: id } : {}),
    });
    toast.success('Campaign created. Press Start to begin sending.');
    await navigate({ to: paths.campaign, params: { id: answer.campaign.id } });
    return true;
  };
  const hints = profileHints(used);
  const left = used
    .filter((profile) => !eligible.includes(profile))
    .map((profile) => profileLabel(profile, hints));
  return (
    <FormDialog
      title={TITLES[again](name)}
      sentence={<Sentence campaign={campaign} again={again} />}
      submitLabel="Create campaign"
      submitOff={eligible.length === 0}
      failure="Failed to create campaign"
      form={form}
      draft={`${again} of campaign ${id}`}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput
        label="Campaign name"
        description={`Only you see it. ${CAMPAIGN_NAME_MAX} characters at most.`}
        data-autofocus
        autoComplete="off"
        {...limitedField(form, 'name', CAMPAIGN_NAME_MAX)}
      />
      <p dir="auto">
        {eligible.length === 0
          ? whyNone(used)
          : `With ${formatNoun(eligible.length, 'profile')} of the old campaign${left.length > 0 ? `, without ${left.join(', ')}, which cannot send now` : ''}.`}
      </p>
      <Carried campaign={campaign} nowMs={nowMs} />
    </FormDialog>
  );
}

/** The limits that the new campaign has of the old one: all, but a last moment only if it is ahead. */
function carriedLimits({ hours, not_after, cap_day, canary }: CampaignDetails, nowMs: number) {
  return {
    ...(hours && { hours }),
    ...(not_after !== null && Date.parse(not_after) > nowMs && { not_after }),
    ...(cap_day !== null && { cap_day }),
    ...(canary !== null && { canary }),
  };
}

type CarriedProps = { campaign: CampaignDetails; nowMs: number };

/** 'It keeps its limits: Mon–Fri 09:00–18:00, at most 30 a day, a look after the first 10.' */
function Carried({ campaign, nowMs }: CarriedProps) {
  const limits = carriedLimits(campaign, nowMs);
  const left = leftOutParts(campaign.leave_out).map(({ words }) => words);
  const kept = [
    ...limitsWords(limits, nowMs),
    ...(left.length > 0 ? [`leaving out ${left.join(', ')}`] : []),
  ];
  const isPast = campaign.not_after !== null && limits.not_after === undefined;
  if (kept.length === 0 && !isPast) return null;
  return (
    <p dir="auto">
      {kept.length > 0 ? `It keeps its limits: ${kept.join(', ')}.` : null}
      {isPast ? ' Its last moment has passed and is not kept.' : null}
    </p>
  );
}

/** Why no profile of the old campaign can be used. */
function whyNone(used: ProfilePerformance[]): string {
  const sending = used.find((profile) => isEligible(profile))?.running_campaign;
  if (sending)
    return `Its profiles are sending in ${sending.name}. Pause or stop that campaign first, or make a new one with other profiles.`;
  return 'None of its profiles can send now. Switch one on or resume it first, or make a new campaign.';
}

/** The new campaign's recipients, in numbers. */
function Sentence({ campaign, again }: { campaign: Campaign; again: SendAgainKind }) {
  const { list_id, list_name, total_failed, total_not_found, total_uncertain } = campaign;
  const { data: list } = useQuery({ ...listQuery(list_id ?? 0), enabled: list_id !== null });
  if (!list) return '\u00a0';
  const pending = formatCount(list.pending);
  if (again === 'failed') {
    const failed = formatCount(total_failed - total_not_found - total_uncertain);
    const others =
      list.pending > 0 ? ` The ${pending} who are pending there already are written to as well.` : '';
    return `The ${failed} who certainly got nothing go back to pending in ${list_name}.${others} Nobody whose outcome is unclear is written to again.`;
  }
  return `The same message goes to the ${pending} who are pending in ${list_name} when you start it. Nobody who has a result is written to again.`;
}
