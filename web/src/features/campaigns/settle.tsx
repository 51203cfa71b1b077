import { Button } from '@mantine/core';
import type { CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconMailCheck, IconRotateClockwise } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { formatCount } from '../../format/format-number.ts';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { ReasonButton } from '../../ui/form/reason-button.tsx';
import { useIsPhone } from '../../ui/layout/media.ts';
import { BulkBar } from '../../ui/table/bulk-bar.tsx';
import { RowMenu } from '../../ui/table/row-menu.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import css from './people.module.css';
import { type Settle, type SettleRun, useSettle } from './use-settle.ts';

const route = getRouteApi('/users/campaigns/$id/recipients');

const WAYS = [
  { outcome: 'sent', label: 'It arrived', icon: IconMailCheck },
  { outcome: 'not_sent', label: 'It did not', icon: IconRotateClockwise },
] as const;
const WAYS_FOR_MANY = [
  { ...WAYS[0], label: 'They arrived' },
  { ...WAYS[1], label: 'They did not' },
] as const;

/** What the owner can say of one person whose outcome nobody knows; nothing on anybody else. */
export function SettleButtons({ person }: { person: CampaignPerson }) {
  if (person.state !== 'uncertain') return null;
  return <Buttons person={person} />;
}

function Buttons({ person: { id, recipient } }: { person: CampaignPerson }) {
  const { settle } = useSettle(route.useParams().id);
  const name = recipient === null ? 'somebody who was deleted' : shownName(recipient);
  return (
    <span className={css.settle}>
      {WAYS.map(({ outcome, label }) => (
        <ReasonButton
          key={outcome}
          variant="default"
          size="compact-sm"
          aria-label={`${label}: ${name}`}
          onClick={() => settle(outcome, { ids: [id], name })}
        >
          {label}
        </ReasonButton>
      ))}
    </span>
  );
}

type SettleBarProps = {
  selection: Selection<CampaignPerson>;
  rows: CampaignPerson[];
  /** How many are unclear, on all pages; undefined while a search shows only some of them. */
  total: number | undefined;
  isAll: boolean;
  onAll: () => void;
  settle: Settle;
};

/** The bar over the table's head while unclear people are ticked. */
export function SettleBar({ selection, rows, total, isAll, onAll, settle }: SettleBarProps) {
  const count = isAll && total !== undefined ? total : selection.ids.size;
  const whom = isAll ? { count } : { ids: [...selection.ids] };
  const isPhone = useIsPhone();
  const ways = count === 1 ? WAYS : WAYS_FOR_MANY;
  const isPageFull = rows.length > 0 && rows.every(selection.has);
  return (
    <BulkBar selection={selection} rows={rows} count={count}>
      {isPageFull && total !== undefined && total > selection.ids.size ? (
        <Button variant="subtle" size="compact-sm" aria-pressed={isAll} onClick={onAll}>
          {isAll ? 'All that are unclear' : `Select all ${formatCount(total)}`}
        </Button>
      ) : null}
      {isPhone ? (
        <RowMenu
          worded
          label="Settle"
          items={ways.map(({ label, icon, outcome }) => ({
            label,
            icon,
            onPress: () => settle(outcome, whom),
          }))}
        />
      ) : (
        ways.map(({ label, icon: Icon, outcome }) => (
          <Button
            key={outcome}
            variant="default"
            size="compact-sm"
            leftSection={<Icon size={14} />}
            onClick={() => settle(outcome, whom)}
          >
            {label}
          </Button>
        ))
      )}
    </BulkBar>
  );
}

/** What unclear means and what to do about it, or how far a long run is. */
export function SettleNote({ run }: { run: SettleRun | undefined }) {
  if (!run)
    return (
      <p className={css.note}>
        Nobody can tell whether these messages arrived. Look into the conversation, then say what you saw.
      </p>
    );
  return (
    <div className={css.note}>
      <p aria-live="polite">
        Settled {formatCount(run.done)} of {formatCount(run.of)}
      </p>
      <RunProgress label="Settling" done={run.done} of={run.of} />
    </div>
  );
}
