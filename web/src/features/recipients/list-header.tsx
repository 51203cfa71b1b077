import type { List } from '@pigeonpost/contract/calls/lists';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { formatNoun } from '../../format/format-number.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { CampaignAtWork, useCampaignAtWork } from '../campaigns/parts/campaign-at-work.tsx';

type ListHeaderProps = {
  /** Undefined until the first answer. */
  list: List | undefined;
  /** Why nothing can be added. */
  offReason: string | undefined;
  onImport: () => void;
  onAdd: () => void;
};

/** The list's name and description, its campaign, and the two ways to add names. */
export function ListHeader({ list, offReason, onImport, onAdd }: ListHeaderProps) {
  const findCampaign = useCampaignAtWork();
  const campaign = list && findCampaign({ list_id: list.id });
  return (
    <PageHeader
      title={list?.name ?? 'List'}
      badge={campaign ? <CampaignAtWork campaign={campaign} /> : null}
      note={list ? `${formatNoun(list.recipient_count, 'recipient')}. ${list.description}`.trim() : '\u00a0'}
      actions={
        <>
          <ReasonButton
            variant="default"
            leftSection={<IconUpload size={16} />}
            reason={offReason}
            onClick={onImport}
          >
            Bulk Import
          </ReasonButton>
          <ReasonButton leftSection={<IconPlus size={16} />} reason={offReason} onClick={onAdd}>
            Add Recipient
          </ReasonButton>
        </>
      }
    />
  );
}
