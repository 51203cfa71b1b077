import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import type { Settlement } from '@pigeonpost/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatNoun } from '../../format/format-number.ts';
import { confirm, following, type Question } from '../../ui/feedback/confirm.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { campaignQuery, useSettlePeople } from './api.ts';
import { hasEnded } from './parts/campaign-state.ts';

/** Whom: one person by name, those that are ticked, or without ids everybody who is unclear. */
type Whom = { ids: number[]; name?: string } | { count: number };

export type Settle = (outcome: Settlement, whom: Whom) => Promise<void>;

export type SettleRun = { done: number; of: number };

/** Says of people of a campaign what became of their message. Asks first: neither can be taken back. */
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

/** The campaign may end, and others of its people become unclear, while a question stands. */
function follow(id: number, question: Question, questionOfNow: (campaign: Campaign) => Question): Question {
  return { ...question, follows: following(campaignQuery(id), questionOfNow) };
}

/** One question for both ways, where nothing was chosen before. */
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
