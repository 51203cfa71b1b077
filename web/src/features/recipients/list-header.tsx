import type { List } from '@pigeonpost/contract/calls/lists';
import { IconArrowsSplit, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CampaignAtWork, useCampaignAtWork } from '../../campaign-state/campaign-at-work.tsx';
import { formatNoun } from '../../format/format-number.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { RowMenuItem } from '../../ui/table/row-menu-list.tsx';
import type { SetStart } from '../list-sets/parts/set-start.ts';
import { downloadRecipients } from './download-recipients.ts';
import css from './recipients.module.css';
import { useShownRecipients } from './use-list-filter.ts';
import { type Chosen, WritePress } from './write-press.tsx';

type ListHeaderProps = {
  /** Undefined until the first answer. */
  list: List | undefined;
  /** Why nothing can be added. */
  offReason: string | undefined;
  onImport: () => void;
  onAdd: () => void;
  /** A list is made of its people: of all, beside others', or of those that are ticked or match. */
  onMakeList: (start: SetStart) => void;
  chosen: Chosen | undefined;
  /** Which columns the table shows. */
  columns: RowMenuItem[];
};

/** The list's name and description, its campaign, and what one does with its people. */
export function ListHeader(props: ListHeaderProps) {
  const { list, offReason, onImport, onAdd, onMakeList, chosen, columns } = props;
  const findCampaign = useCampaignAtWork();
  const shown = useShownRecipients();
  const isFiltered = Object.values(shown).some((part) => part !== undefined);
  const campaign = list && findCampaign({ list_id: list.id });
  const isEmpty = list?.recipient_count === 0;
  return (
    <PageHeader
      isLow
      title={list?.name ?? 'List'}
      badge={campaign ? <CampaignAtWork campaign={campaign} /> : null}
      note={list ? `${formatNoun(list.recipient_count, 'recipient')}. ${list.description}`.trim() : '\u00a0'}
      actions={
        <>
          {isEmpty ? null : (
            <WritePress list={list} chosen={chosen} isOff={offReason !== undefined} onMakeList={onMakeList} />
          )}
          <AddPress
            label="Bulk Import"
            icon={(size) => <IconUpload size={size} />}
            offReason={offReason}
            onPress={onImport}
          />
          <AddPress
            label="Add Recipient"
            icon={(size) => <IconPlus size={size} />}
            isFirst={isEmpty}
            offReason={offReason}
            onPress={onAdd}
          />
          {list && !isEmpty ? (
            <span className={css.more}>
              <RowMenu
                label="More"
                items={[
                  {
                    label: 'New list from…',
                    icon: IconArrowsSplit,
                    offReason,
                    onPress: () => onMakeList({}),
                  },
                  {
                    label: isFiltered ? 'Export who match' : 'Export',
                    icon: IconDownload,
                    onPress: () => void downloadRecipients(list, shown),
                  },
                  ...columns,
                ]}
              />
            </span>
          ) : null}
        </>
      }
    />
  );
}

type AddPressProps = {
  label: string;
  icon: (size: number) => ReactNode;
  /** Whether it is the first thing to do here. */
  isFirst?: boolean;
  offReason: string | undefined;
  onPress: () => void;
};

/** On phones the icon alone, beside the first press. */
function AddPress({ label, icon, isFirst = false, offReason, onPress }: AddPressProps) {
  const isPhone = useIsPhone();
  return (
    <ReasonButton
      {...(isFirst ? {} : { variant: 'default' })}
      square={isPhone}
      leftSection={isPhone ? undefined : icon(16)}
      aria-label={label}
      reason={offReason}
      onClick={onPress}
    >
      {isPhone ? icon(20) : label}
    </ReasonButton>
  );
}
