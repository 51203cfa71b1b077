import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatNoun } from '../../format/format-number.ts';
import { confirm } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { deletionChoices } from './ask-to-delete.ts';

/** Deletes campaigns that have ended one after another, after one question; true when all of them are gone. */
export function useDeleteMany() {
  const queries = useQueryClient();
  const [run, setRun] = useState<{ done: number; of: number }>();
  const remove = async (campaigns: Campaign[]) => {
    const agreed = await ask(campaigns);
    if (!agreed) return false;
    let done = 0;
    try {
      for (const { id, total_sent, total_uncertain } of campaigns) {
        setRun({ done, of: campaigns.length });
        const keep_sent = agreed === true && total_sent + total_uncertain > 0;
        await call('DELETE /api/campaigns/{id}', { params: { id }, body: { keep_sent } });
        done += 1;
      }
      toast.success(`${formatNoun(done, 'campaign')} deleted.`);
    } catch (error) {
      toast.failure(error, 'Failed to delete campaign');
    }
    setRun(undefined);
    await queries.invalidateQueries({ queryKey: ['campaigns'] });
    await queries.invalidateQueries({ queryKey: ['lists'] });
    return done === campaigns.length;
  };
  return { remove, run };
}

function ask(campaigns: Campaign[]) {
  const sum = (of: (campaign: Campaign) => number) => campaigns.reduce((all, one) => all + of(one), 0);
  const total_sent = sum((one) => one.total_sent);
  const total_uncertain = sum((one) => one.total_uncertain);
  const choices = deletionChoices({ total_sent, total_uncertain });
  const those = formatNoun(campaigns.length, 'campaign');
  return confirm({
    title: `Delete ${those}?`,
    body: `Their ${formatNoun(
      sum((one) => one.total_list),
      'recipient',
    )} go back to pending in their lists${choices ? ', except those you keep' : ''}. The logs are deleted; the daily numbers stay.`,
    confirmLabel: `Delete ${those}`,
    ...(choices && { choices }),
  });
}
