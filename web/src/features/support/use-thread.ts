import type { TicketMessage } from '@pigeonpost/contract/calls/support';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchEarlier, useMarkRead } from './api.ts';
import { joinMessages } from './join-messages.ts';

/** The last messages of a ticket together with the fetched earlier ones. */
export function useThread(id: number, latest: TicketMessage[]) {
  const [held, setHeld] = useState<TicketMessage[]>([]);
  const messages = joinMessages(held, latest);
  const first = messages[0]?.id ?? 1;
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchEarlier(id, first),
    onSuccess: (answer) => setHeld(joinMessages(answer.messages, messages)),
    meta: { failure: 'Failed to fetch ticket details' },
  });
  return { messages, onEarlier: first > 1 ? () => mutate() : undefined, isFetchingEarlier: isPending };
}

/** Marks a new answer as read, once the page is visible. */
export function useReadMark(id: number, { isUnread, last }: { isUnread: boolean; last: number }): void {
  const { mutate } = useMarkRead(id);
  useEffect(() => {
    if (!isUnread) return undefined;
    const mark = () => {
      if (document.visibilityState === 'visible') mutate(last);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [isUnread, last, mutate]);
}
