import { Button } from '@mantine/core';
import type { UserAccount } from '@pigeonpost/contract/calls/users';
import { MOST_EXTENDED } from '@pigeonpost/contract/limits';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useUser } from '../../api/session.ts';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { useToday } from './account-fields.tsx';
import { useExtendUsers } from './api.ts';
import { endDayOf, monthsLater, parseEndDay } from './end-date.ts';
import css from './users.module.css';

type ExtendBarProps = {
  selection: Selection<UserAccount>;
  rows: UserAccount[];
  /** Asks for another end of these users' subscriptions. */
  onChoose: (user_ids: number[]) => void;
};

/** The bar over the table's head while users are selected: it extends their subscriptions, and shows the new end. */
export function ExtendBar({ selection, rows, onChoose }: ExtendBarProps) {
  const { mutate, isPending } = useExtendUsers('Failed to extend the subscriptions');
  // Beside the count there is room for one word each.
  const isPhone = useIsPhone();
  const user_ids = [...selection.ids];
  const ends = useEnds(rows.filter(selection.has), user_ids.length);
  const offReason = user_ids.length > MOST_EXTENDED ? `At most ${MOST_EXTENDED} at once` : undefined;
  const extend = () => mutate({ user_ids, months: 1 }, { onSuccess: selection.clear });
  return (
    <BulkBar selection={selection} rows={rows}>
      <ReasonButton
        size="compact-sm"
        leftSection={isPhone ? undefined : <IconCalendarPlus size={14} />}
        aria-label="Extend by 1 month"
        reason={offReason}
        loading={isPending}
        onClick={extend}
      >
        {isPhone ? '1 month' : 'Extend by 1 month'}
      </ReasonButton>
      <Button
        variant="default"
        size="compact-sm"
        aria-label="Another date…"
        disabled={offReason !== undefined}
        onClick={() => onChoose(user_ids)}
      >
        {isPhone ? 'date…' : 'Another date…'}
      </Button>
      {ends ? <span className={`${css.ends} dimmed`}>{ends}</span> : null}
    </BulkBar>
  );
}

/** The end after one more month; not shown while some of the selected are on another page. */
function useEnds(chosen: UserAccount[], count: number): string | undefined {
  const today = useToday();
  const zone = useUser()?.time_zone ?? 'UTC';
  if (chosen.length < count) return undefined;
  const days = chosen
    .map(({ subscription_end_date }) => monthsLater(endDayOf(subscription_end_date, zone), 1, today))
    .sort((a, b) => ((parseEndDay(a) ?? '') < (parseEndDay(b) ?? '') ? -1 : 1));
  const [first, last] = [days[0], days.at(-1)];
  return first === last ? `until ${first}` : `each from its own end: ${first} to ${last}`;
}
