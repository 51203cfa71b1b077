import type { Campaign } from '@pigeonpost/contract/calls/campaigns';
import { IconArrowBackUp, IconClockPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useUndoStart } from '../../../campaign-state/start-campaign.ts';
import { StartClock, useSecondsToStart } from '../../../campaign-state/start-clock.tsx';
import { takesFocus } from '../../../campaign-state/started.ts';
import { serverNow } from '../../../clock.ts';
import { campaignKeys } from '../../../query-keys.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { offerUndo } from '../../../ui/feedback/toast.ts';
import { ReasonButton } from '../../../ui/form/reason-button.tsx';

/** The seconds after Start in which nothing is sent, with Undo (docs/behaviour.md#undo-a-start). */
export function UndoBar({ campaign: { id, countdown_until } }: { campaign: Campaign }) {
  return countdown_until === null ? null : <Counting id={id} until={countdown_until} />;
}

function Counting({ id, until }: { id: number; until: string }) {
  const seconds = useSecondsToStart(until);
  useFetchAtEnd(id, until);
  return seconds > 0 ? <Bar id={id} until={until} seconds={seconds} /> : null;
}

function Bar({ id, until, seconds }: { id: number; until: string; seconds: number }) {
  const { mutate, isPending } = useUndoStart();
  const undo = useRef<HTMLButtonElement>(null);
  // Said once; the clock is a timer, whose changes are not read.
  const [said, setSaid] = useState('');
  useEffect(() => offerUndo(() => mutate(id)), [id, mutate]);
  useLayoutEffect(() => {
    if (!takesFocus(id)) return;
    undo.current?.focus();
    setSaid(`Starts in ${Math.ceil((Date.parse(until) - serverNow()) / 1000)} seconds. Undo is here.`);
  });
  return (
    <Notice
      tone="running"
      icon={<IconClockPlay size={18} />}
      label="Undo the start"
      title={
        <>
          <StartClock seconds={seconds} />.
        </>
      }
      action={
        <ReasonButton
          ref={undo}
          data-urgent
          title="Undo (Ctrl Z)"
          loading={isPending}
          leftSection={<IconArrowBackUp size={16} />}
          onClick={() => mutate(id)}
        >
          Undo
        </ReasonButton>
      }
    >
      Nothing has been sent.
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </Notice>
  );
}

/** No event tells that the seconds are over. */
function useFetchAtEnd(id: number, until: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const fetch = () => void queries.invalidateQueries({ queryKey: campaignKeys.one(id) });
    const timer = setTimeout(fetch, Date.parse(until) - serverNow());
    return () => clearTimeout(timer);
  }, [id, until, queries]);
}
