import { TAKE_OUT_MAX } from '@pigeonpost/contract/campaigns/take-out';
import type { Answer } from '@pigeonpost/contract/client';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { formatNoun } from '../../../format/format-number.ts';
import { campaignKeys, peopleKeys } from '../../../query-keys.ts';

/** Puts people back who were taken out of a campaign (docs/behaviour.md#taking-out). */
export function usePutBack(id: number) {
  return useMutation({
    mutationFn: (recipient_ids: number[]) =>
      inParts(recipient_ids, (part) =>
        call('POST /api/campaigns/{id}/recipients/put-back', {
          params: { id },
          body: { recipient_ids: part },
        }),
      ),
    meta: {
      done: (parts: Answer<'POST /api/campaigns/{id}/recipients/put-back'>[]) =>
        `${formatNoun(sumOf(parts.map(({ put_back }) => put_back)), 'person', 'people')} put back.`,
      failure: 'Failed to put them back',
      refetch: [campaignKeys.all, peopleKeys.all],
    },
  });
}

/** The sum of the counts that several calls answered. */
export const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** As many calls as the ids need, one after another. */
export async function inParts<Answered>(
  ids: number[],
  ask: (part: number[]) => Promise<Answered>,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let at = 0; at < ids.length; at += TAKE_OUT_MAX)
    answers.push(await ask(ids.slice(at, at + TAKE_OUT_MAX)));
  return answers;
}
