import type { Campaign, ListedCampaign } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { campaignCan, pendingOf } from '@pigeonpost/contract/campaigns';
import { hasMomentPassed } from '@pigeonpost/contract/campaigns/start-refusals';
import { queryClient } from '../../api/query-client.ts';
import { useSubscriptionActive } from '../../api/session.ts';
import { campaignQuery } from '../../campaign-state/campaign-queries.ts';
import { shownCampaignName } from '../../campaign-state/campaign-state.ts';
import { usePauseStart } from '../../campaign-state/start-campaign.ts';
import { useNow } from '../../clock.ts';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, following, type Question } from '../../ui/feedback/confirm.ts';
import { type Deletion, useChangeCampaign } from './parts/change-campaign.ts';

/** Rows of a list are drawn again no more often. */
const A_MINUTE = 60;

const NOBODY_LEFT = 'Nobody in this list is left to write to';

/** The actions of a campaign. `hasBar`: where a start is pressed, the campaign's page is shown or comes next. */
export function useCampaignActions(campaign: Campaign, { hasBar = false } = {}) {
  // A change is shown before its answer, so the next one may be pressed meanwhile: they are sent one after the other.
  const { mutate: change, mutateAsync } = useChangeCampaign(campaign, { hasBar });
  const { mutate: pauseStart } = usePauseStart();

  /** Resolves with the answer. */
  const start = () => mutateAsync('start').then(noResult, noResult);
  // Nothing was sent yet: the campaign is again what it was before Start.
  const pause = () => (campaign.stage === 'starting' ? pauseStart(campaign.id) : change('pause'));

  const stop = async () => {
    if (await confirm(followCampaign(campaign, stopQuestion))) change('stop');
  };

  /** `leave` leads away from the campaign's page, before it is deleted. */
  const remove = async (leave?: () => Promise<void>) => {
    const deletion = await askToDelete(campaign);
    if (!deletion) return;
    await leave?.();
    change(deletion);
  };

  return { start, pause, stop, remove };
}

// The cache tells how a change ended.
const noResult = () => {};

/** A question about a campaign whose text follows the campaign, which may go on sending. */
function followCampaign(campaign: Campaign, questionOf: (campaign: Campaign) => Question): Question {
  return { ...questionOf(campaign), follows: following(campaignQuery(campaign.id), questionOf) };
}

function stopQuestion(campaign: Campaign): Question {
  const { name, total_list } = campaign;
  const pending = pendingOf(campaign);
  return {
    title: `Stop ${name}?`,
    body: `${formatCount(total_list - pending)} of ${formatNoun(total_list, 'recipient')} are done. The other ${formatCount(pending)} get no message and stay pending in the list. A stopped campaign cannot be started again.`,
    confirmLabel: 'Stop campaign',
  };
}

/**
 * Asks whether to delete a campaign, and what happens to recipients that got its message (docs/behaviour.md#deletions).
 */
async function askToDelete(campaign: Campaign): Promise<Deletion | false> {
  const agreed = await confirm(followCampaign(campaign, deleteQuestion));
  if (!agreed) return false;
  // The text and the choice followed the campaign.
  const latest = queryClient.getQueryData(campaignQuery(campaign.id).queryKey);
  const hasChoice = deletionChoices(latest ?? campaign) !== undefined;
  return { keepsSent: hasChoice && agreed === true, stops: campaign.status === 'running' };
}

function deleteQuestion(campaign: Campaign): Question {
  const choices = deletionChoices(campaign);
  return {
    title: `Delete ${shownCampaignName(campaign)}?`,
    body: describeDeletion(campaign, choices !== undefined),
    confirmLabel: 'Delete campaign',
    ...(choices && { choices }),
  };
}

function describeDeletion(campaign: Campaign, asks: boolean): string {
  const { status, stage, total_list, list_name, started_at } = campaign;
  if (stage === 'draft') return 'What was chosen for it is lost. Its list and its template stay.';
  if (started_at === null) {
    return `It has not started, so nobody got a message; ${list_name} stays as it is.`;
  }
  const back = `Its ${formatNoun(total_list, 'recipient')} in ${list_name} go back to pending`;
  return `${status === 'running' ? 'It stops at once. ' : ''}${back}${asks ? ', except those you keep' : ''}. The log is deleted; the daily numbers stay.`;
}

/** Whether recipients that got the message are kept as sent; no choice if none can have got it. */
export function deletionChoices({
  total_sent,
  total_uncertain,
}: Pick<Campaign, 'total_sent' | 'total_uncertain'>): Question['choices'] {
  if (total_sent + total_uncertain === 0) return undefined;
  const unclear = `${formatCount(total_uncertain)} whose outcome is unclear`;
  return [
    {
      label:
        total_sent > 0
          ? `Keep the ${formatCount(total_sent)} who ${total_sent === 1 ? 'was' : 'were'} messaged as sent`
          : `Keep the ${unclear} as failed`,
      note: `${total_sent > 0 && total_uncertain > 0 ? `The ${unclear} stay failed. ` : ''}No later campaign on this list writes to them.`,
    },
    {
      label: 'Put everybody back to pending',
      note: 'A later campaign on this list writes to all of them, also to those who have the message.',
    },
  ];
}

/** The reason if Start is off: the one for which the server would refuse it, in shorter words where the page knows more. */
export function useStartOffReason(
  campaign: ListedCampaign,
  profiles: ProfilePerformance[] = [],
): string | undefined {
  const nowMs = useNow(A_MINUTE);
  const isActive = useSubscriptionActive();
  const { status, stage, total_list, profiles_able, standstill, not_after, start_refusal } = campaign;
  if (!isActive) return 'Renew to start campaigns';
  if (stage === 'draft') return 'This is a draft';
  if (campaignCan('start', status) && hasMomentPassed(not_after, new Date(nowMs)))
    return 'Off: its last moment has passed';
  if (status === 'pending' && total_list === 0) return NOBODY_LEFT;
  if (profiles_able === 0) return noneAble(profiles, standstill);
  // A server of the version before says nothing of it in a list.
  return start_refusal?.words;
}

function noneAble(profiles: ProfilePerformance[], standstill: Campaign['standstill']): string {
  const left = profiles.filter(({ deleted_at }) => !deleted_at);
  if (left.some((row) => row.blocked_at || row.signed_out_at)) return 'Off until a profile is resumed';
  if (left.length > 0) return 'Off until a profile is switched on';
  return standstill?.kind === 'profiles' ? `Off: ${standstill.words}` : 'Off: none of its profiles can send';
}

/** Why no campaign can be made from this one's parts. */
export function useSendAgainOffReason({ message_template_id, list_id }: Campaign): string | undefined {
  if (!useSubscriptionActive()) return 'Renew to create campaigns';
  if (list_id === null) return 'Its list was deleted';
  return message_template_id === null ? 'Its template was deleted' : undefined;
}
