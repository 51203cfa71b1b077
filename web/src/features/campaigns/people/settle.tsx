import { Button } from '@mantine/core';
import type { Campaign, CampaignPerson } from '@pigeonpost/contract/calls/campaigns';
import type { Settlement } from '@pigeonpost/contract/campaigns';
import { shownName } from '@pigeonpost/contract/recipients';
import { IconMailCheck, IconRotateClockwise } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { campaignQuery } from '../../../campaign-state/campaign-queries.ts';
import { hasEnded } from '../../../campaign-state/campaign-state.ts';
import { formatCount, formatNoun } from '../../../format/format-number.ts';
import { confirm, following, type Question } from '../../../ui/feedback/confirm.ts';
import { RunProgress } from '../../../ui/feedback/run-progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { BulkBar } from '../../../ui/table/bulk-bar.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import type { Selection } from '../../../ui/table/selection.ts';
import { useSettlePeople } from '../api.ts';
import css from './people.module.css';

const route = getRouteApi('/users/campaigns/$id/recipients');

const WAYS = [
  { outcome: 'sent', label: 'It arrived', icon: IconMailCheck },
  { outcome: 'not_sent', label: 'It did not', icon: IconRotateClockwise },
] as const;
const WAYS_FOR_MANY = [
  { ...WAYS[0], label: 'They arrived' },
  { ...WAYS[1], label: 'They did not' },
] as const;

/** The owner's decisions about an unclear recipient; nothing for others. */
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
  /** The number of unclear ones on all pages; undefined while a search shows only some. */
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

/** The meaning of unclear and what to do about it, or the progress of a long run. */
export function SettleNote({ run }: { run: SettleRun | undefined }) {
  if (!run)
    return (
      <p className={`${css.note} dimmed`}>
        Nobody can tell whether these messages arrived. Look into the conversation, then say what you saw.
      </p>
    );
  return (
    <div className={`${css.note} dimmed`}>
      <p aria-live="polite">
        Settled {formatCount(run.done)} of {formatCount(run.of)}
      </p>
      <RunProgress label="Settling" done={run.done} of={run.of} />
    </div>
  );
}

/** The people: one by name, the ticked ones, or without ids all unclear ones. */
type Whom = { ids: number[]; name?: string } | { count: number };

type Settle = (outcome: Settlement, whom: Whom) => Promise<void>;

type SettleRun = { done: number; of: number };

/** Settles people of a campaign. Asks first, because it cannot be undone. */
export function useSettle(
  id: number,
  onStart: () => void = () => {},
): { settle: Settle; settleAll: (count: number) => Promise<void>; run: SettleRun | undefined } {
  const [run, setRun] = useState<SettleRun>();
  const campaign = useQuery(campaignQuery(id)).data;
  const isOver = campaign !== undefined && hasEnded(campaign);
  const { mutateAsync } = useSettlePeople(id);
  const settle: Settle = async (outcome, whom) => {
    const of = 'ids' in whom ? whom.ids.length : whom.count;
    const asked = { whom: formatWhom(whom, of), of };
    const agreed = await confirm(
      follow(id, questionOf(outcome, { ...asked, isOver }), (now) =>
        questionOf(outcome, { ...asked, isOver: hasEnded(now) }),
      ),
    );
    if (!agreed) return;
    await make(outcome, whom, of);
  };
  const make = async (outcome: Settlement, whom: Whom, of: number) => {
    onStart();
    setRun({ done: 0, of });
    const recipient_ids = 'ids' in whom ? whom.ids : undefined;
    const onProgress = (done: number) => setRun({ done, of: Math.max(of, done) });
    const settled = await mutateAsync({ outcome, recipient_ids, onProgress }).catch(() => undefined);
    if (settled !== undefined) sayHowItWent(outcome, settled, { of, isOver });
    setRun(undefined);
  };
  const settleAll = async (count: number) => {
    const agreed = await confirm(
      follow(id, questionOfAll(count, isOver), (now) => questionOfAll(now.total_uncertain, hasEnded(now))),
    );
    if (agreed) await make(agreed === 'other' ? 'not_sent' : 'sent', { count }, count);
  };
  return { settle, settleAll, run };
}

/** The campaign may end, and more of its people become unclear, while a question is open. */
function follow(id: number, question: Question, questionOfNow: (campaign: Campaign) => Question): Question {
  return { ...question, follows: following(campaignQuery(id), questionOfNow) };
}

/** One question for both decisions, if none was chosen before. */
function questionOfAll(count: number, isOver: boolean): Question {
  const people = formatNoun(count, 'person', 'people');
  const next = isOver ? 'They go back to pending in the list.' : 'This campaign writes to them again.';
  return {
    title: `Settle ${people}?`,
    body: 'Look into their conversations first. This cannot be undone.',
    confirmLabel: 'Settle',
    harmless: true,
    choices: [
      { label: 'It arrived', note: 'They count as sent, and this campaign does not write to them again.' },
      { label: 'It did not', note: `${next} Those who did get the message get it a second time.` },
    ],
  };
}

function formatWhom(whom: Whom, of: number): string {
  return 'ids' in whom && whom.name ? whom.name : formatNoun(of, 'person', 'people');
}

type Asked = { whom: string; of: number; isOver: boolean };

function questionOf(outcome: Settlement, { whom, of, isOver }: Asked): Question {
  const they = of === 1 ? whom : 'all of them';
  if (outcome === 'sent')
    return {
      title: `Count ${whom} as sent?`,
      body: `This campaign does not write to ${they} again. This cannot be undone.`,
      confirmLabel: 'Count as sent',
      harmless: true,
    };
  const next = isOver
    ? `This campaign is over: ${whom} ${of === 1 ? 'goes' : 'go'} back to pending in the list, for a later one.`
    : `This campaign writes to ${whom} again, after those whose turn has not come.`;
  return {
    title: `Try ${whom} again?`,
    body: `${next} ${of === 1 ? 'If it did arrive, they get' : 'Those who did get the message get'} it a second time. This cannot be undone.`,
    confirmLabel: 'Try again',
  };
}

function sayHowItWent(outcome: Settlement, settled: number, { of, isOver }: Omit<Asked, 'whom'>): void {
  const people = formatNoun(settled, 'person', 'people');
  const one = settled === 1;
  const words =
    outcome === 'sent'
      ? `${people} ${one ? 'counts' : 'count'} as sent.`
      : `${people} ${one ? 'is' : 'are'} ${isOver ? 'pending again' : 'tried again'}.`;
  const rest = of - settled;
  if (rest <= 0) toast.success(words);
  else toast.warning(`${words} ${formatCount(rest)} ${rest === 1 ? 'was' : 'were'} settled meanwhile.`);
}
