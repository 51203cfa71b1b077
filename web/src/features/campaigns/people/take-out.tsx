import { Button } from '@mantine/core';
import type { CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import { BEING_SENT_TO } from '@pigeonpost/contract/campaigns/take-out';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { hasEnded } from '../../../campaign-state/campaign-state.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { campaignKeys, peopleKeys } from '../../../query-keys.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { BulkBar } from '../../../ui/table/bulk-bar.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { Selection } from '../../../ui/table/selection.ts';
import css from './people.module.css';
import { inParts, sumOf, usePutBack } from './put-back.ts';

const route = getRouteApi('/users/campaigns/$id/recipients');

const nameOf = ({ recipient }: CampaignPerson) =>
  recipient === null ? 'somebody who was deleted' : shownName(recipient);
const isPending = ({ state }: CampaignPerson) =>
  state === 'pending' || state === 'waiting' || state === 'leased' || state === 'sending';

/** The menu of a person whose turn is to come; nothing for others, and of a campaign that has ended. */
export function PersonMenu({ person }: { person: CampaignPerson }) {
  const { id, isUnfinished } = useUnfinished();
  const { takeOut } = useTakeOut(id);
  if (!isUnfinished || !isPending(person)) return null;
  const item = {
    label: 'Take out',
    icon: IconUserMinus,
    onPress: () => void takeOut([person.id], nameOf(person)),
    offReason: person.state === 'sending' ? BEING_SENT_TO : undefined,
  };
  return <RowMenu label={`Actions for ${nameOf(person)}`} items={[item]} />;
}

/** Puts a person back who was taken out; nothing for others. */
export function PutBackButton({ person }: { person: CampaignPerson }) {
  const { id, isUnfinished } = useUnfinished();
  const { putBack } = useTakeOut(id);
  if (!isUnfinished || person.state !== 'skipped' || person.reason_kind !== 'taken_out') return null;
  return (
    <span className={css.settle}>
      <ReasonButton
        variant="default"
        size="compact-sm"
        aria-label={`Put back: ${nameOf(person)}`}
        onClick={() => putBack([person.id])}
      >
        Put back
      </ReasonButton>
    </span>
  );
}

function useUnfinished() {
  const { id } = route.useParams();
  const campaign = useQuery(campaignQuery(id)).data;
  return { id, isUnfinished: campaign !== undefined && !hasEnded(campaign) };
}

type TakeOutBarProps = { id: number; selection: Selection<CampaignPerson>; rows: CampaignPerson[] };

/** The bar over the table's head while pending people are ticked. */
export function TakeOutBar({ id, selection, rows }: TakeOutBarProps) {
  const { takeOut } = useTakeOut(id);
  return (
    <BulkBar selection={selection} rows={rows}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUserMinus size={14} />}
        onClick={() => {
          const ids = [...selection.ids];
          selection.clear();
          takeOut(ids);
        }}
      >
        Take out
      </Button>
    </BulkBar>
  );
}

/** Takes people out of a campaign, with Undo, and puts them back (docs/behaviour.md#taking-out). */
function useTakeOut(id: number) {
  const takingOut = useMutation({
    mutationFn: (recipient_ids: number[]) =>
      inParts(recipient_ids, (part) =>
        call('POST /api/campaigns/{id}/recipients/take-out', {
          params: { id },
          body: { recipient_ids: part },
        }),
      ),
    meta: { failure: 'Failed to take them out', refetch: [campaignKeys.all, peopleKeys.all] },
  });
  const puttingBack = usePutBack(id);
  const putBack = (ids: number[]) => puttingBack.mutate(ids);
  const takeOut = async (ids: number[], name?: string) => {
    const parts = await takingOut.mutateAsync(ids).catch(() => undefined);
    if (!parts) return;
    const count = sumOf(parts.map(({ taken_out }) => taken_out));
    const left = sumOf(parts.map(({ being_sent }) => being_sent));
    if (count === 0) return toast.warning('Nobody was taken out: their turn has come meanwhile.');
    const who = name ?? formatNoun(count, 'person', 'people');
    const rest = left > 0 ? ` A message is being sent to ${formatCount(left)} of them now.` : '';
    if (parts.some(({ has_ended }) => has_ended))
      return toast.success(`${who} taken out. Nobody is left, so the campaign has ended.`);
    toast.undo(`${who} taken out.${rest}`, () => putBack(ids));
  };
  return { takeOut, putBack };
}
