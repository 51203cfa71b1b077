import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { formatNoun } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Whether a campaign is over: it never sends again. */
export function hasEnded({ status }: Pick<Campaign, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** Archives campaigns that have ended, or brings them back, and says so; true when it was done. */
export function useArchive(): (campaign_ids: number[], archived: boolean) => Promise<boolean> {
  const { mutateAsync } = useMutation({
    mutationFn: (body: { campaign_ids: number[]; archived: boolean }) =>
      call('PUT /api/campaigns/archived', { body }),
    onSettled: (_answer, _error, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['campaigns'] }),
  });
  return async (campaign_ids, archived) => {
    try {
      const { changed } = await mutateAsync({ campaign_ids, archived });
      const campaigns = formatNoun(changed, 'campaign');
      toast.success(archived ? `${campaigns} archived.` : `${campaigns} brought back.`);
      return true;
    } catch (error) {
      toast.failure(error, archived ? 'Failed to archive campaigns' : 'Failed to bring campaigns back');
      return false;
    }
  };
}
