import type { List } from '@pigeonpost/contract/calls/lists';
import { IconArrowsSplit, IconPlus, IconUpload } from '@tabler/icons-react';
import { formatNoun } from '../../format/format-number.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import { CampaignAtWork, useCampaignAtWork } from '../campaigns/parts/campaign-at-work.tsx';
import { useListCount } from '../lists/api.ts';

type ListHeaderProps = {
  /** Undefined until the first answer. */
  list: List | undefined;
  /** Why nothing can be added. */
  offReason: string | undefined;
  onImport: () => void;
  onAdd: () => void;
  /** A new list is made of its people and others'. */
  onMakeFrom: () => void;
};

/** The list's name and description, its campaign, and the ways to add names and to make a list of them. */
export function ListHeader({ list, offReason, onImport, onAdd, onMakeFrom }: ListHeaderProps) {
  const findCampaign = useCampaignAtWork();
  const isPhone = useIsPhone();
  const lists = useListCount() ?? 0;
  const campaign = list && findCampaign({ list_id: list.id });
  return (
    <PageHeader
      title={list?.name ?? 'List'}
      badge={campaign ? <CampaignAtWork campaign={campaign} /> : null}
      note={list ? `${formatNoun(list.recipient_count, 'recipient')}. ${list.description}`.trim() : '\u00a0'}
      actions={
        <>
          {/* Of one list a part can be copied, or all of it split: no matter for a button. */}
          {lists === 1 && list && list.recipient_count > 0 ? (
            <RowMenu
              label="More"
              items={[{ label: 'New list from…', icon: IconArrowsSplit, offReason, onPress: onMakeFrom }]}
            />
          ) : null}
          {lists > 1 ? (
            <ReasonButton
              variant="default"
              square={isPhone}
              leftSection={isPhone ? undefined : <IconArrowsSplit size={16} />}
              aria-label="New list from…"
              reason={offReason}
              onClick={onMakeFrom}
            >
              {isPhone ? <IconArrowsSplit size={20} /> : 'New list from…'}
            </ReasonButton>
          ) : null}
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
