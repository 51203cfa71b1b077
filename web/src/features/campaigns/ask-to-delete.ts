import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, type Question } from '../../ui/feedback/confirm.ts';
import type { Deletion } from './change-campaign.ts';
import { followCampaign, latestOf } from './follow-campaign.ts';

/** Asks whether a campaign is to be deleted, and what becomes of those who got its message (docs/behaviour.md#deletions). */
export async function askToDelete(campaign: Campaign): Promise<Deletion | false> {
  const agreed = await confirm(followCampaign(campaign, questionOf));
  if (!agreed) return false;
  const hasChoice = deletionChoices(latestOf(campaign)) !== undefined;
  return hasChoice && agreed === true ? 'delete_and_keep_sent' : 'delete';
}

function questionOf(campaign: Campaign): Question {
  const choices = deletionChoices(campaign);
  return {
    title: `Delete ${campaign.name}?`,
    body: describeDeletion(campaign, choices !== undefined),
    confirmLabel: 'Delete campaign',
    ...(choices && { choices }),
  };
}

function describeDeletion({ status, total_list, list_name, started_at }: Campaign, asks: boolean): string {
  if (started_at === null) {
    return `It has not started, so nobody got a message; ${list_name} stays as it is.`;
  }
  const back = `Its ${formatNoun(total_list, 'recipient')} in ${list_name} go back to pending`;
  return `${status === 'running' ? 'It stops at once. ' : ''}${back}${asks ? ', except those you keep' : ''}. The log is deleted; the daily numbers stay.`;
}

/** Whether those who got the message are kept as sent; no choice where nobody can have got it. */
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
