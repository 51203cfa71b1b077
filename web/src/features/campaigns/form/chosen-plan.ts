import type { LeaveOut } from '@pigeonpost/contract/calls/leave-out';
import type { List } from '@pigeonpost/contract/calls/lists';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profilePickerQuery } from '../../profiles/api.ts';
import { mayUseFields } from '../../templates/parts/plain-text.ts';
import { campaignPlanQuery, planQuery } from '../api.ts';
import { leaveOutOf } from '../limits/leave-out-form.ts';
import { profileChoice } from './profile-choice.ts';
import { type ChosenTemplate, isOwnMessage, type OwnParts } from './resolve-choices.ts';

/** Whether it shows who gets it: beside a text with fields, and where the number of those who do not was pressed. */
export function useWhoIsShown({ template, list }: Pick<Parts, 'template' | 'list'>) {
  const [isAsked, setAsked] = useState(false);
  const isShown = template !== undefined && list !== undefined && (isAsked || mayUseFields(template.content));
  return { isShown, onLeftOut: isShown ? undefined : () => setAsked(true) };
}

type Parts = {
  template: ChosenTemplate | undefined;
  list: List | undefined;
  profile_ids: number[];
  leave_out: LeaveOut | null;
};

/**
 * The plan of what is chosen; it knows all free profiles, so that choosing among them asks for nothing. Only a
 * campaign's own plan knows who was taken out, and its copy of the message.
 */
export function useChosenPlan({ template, list, profile_ids, leave_out }: Parts, own: OwnParts | undefined) {
  const known = useQuery(profilePickerQuery()).data?.profiles ?? [];
  const free = known.filter((profile) => profileChoice(profile).isFree).map(({ id }) => id);
  const offered = own?.is_follow_up ? [] : free;
  const profiles_used = [...new Set([...offered, ...profile_ids])].sort((one, other) => one - other);
  const leftOut = leaveOutOf(leave_out);
  const wanted = {
    list_id: list?.id ?? 0,
    message_template_id: template?.id ?? 0,
    profiles_used,
    ...(leftOut && { leave_out: leftOut }),
    ...(own?.is_follow_up && { follow_up_id: own.campaign_id }),
  };
  const isOwn =
    own !== undefined &&
    isOwnMessage(template, own) &&
    list?.id === own.list_id &&
    JSON.stringify(leftOut) === JSON.stringify(own.leave_out) &&
    profile_ids.every((id) => own.profile_ids.includes(id));
  const ofChoice = useQuery({
    ...planQuery(wanted),
    enabled: !isOwn && template !== undefined && list !== undefined,
  });
  const ofCampaign = useQuery({ ...campaignPlanQuery(own?.campaign_id ?? 0), enabled: isOwn });
  return isOwn ? ofCampaign : ofChoice;
}
