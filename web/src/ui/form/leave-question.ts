import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isLeavingForNewVersion } from '../../api/fetch-code.ts';
import { currentUser } from '../../api/session.ts';
import { confirm } from '../feedback/confirm.ts';

/** What is asked: 'Discard this campaign?', and what would be lost. */
type LeaveQuestion = { title: string; body: string };

/** Asks before typed input is left behind, by a link or by closing the tab. Call the answer once it is saved. */
export function useLeaveQuestion(isTyped: boolean, question: LeaveQuestion): () => void {
  return useLeaveBlock(isTyped, () => askToLeave(question));
}

/** The same for what asks in a way of its own: `ask` answers whether to leave. */
export function useLeaveBlock(isTyped: boolean, ask: () => Promise<boolean>): () => void {
  const isSaved = useRef(false);
  const typed = useRef(isTyped);
  useEffect(() => {
    typed.current = isTyped;
  });
  // A signed-out user has to leave this page, and one whose version is gone; what is typed is kept for both.
  const wouldLose = () =>
    typed.current && !isSaved.current && currentUser() !== undefined && !isLeavingForNewVersion();
  useBlocker({
    // A filter or a page of the same screen leaves nothing behind.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && wouldLose() && !(await ask()),
    enableBeforeUnload: wouldLose,
  });
  return () => {
    isSaved.current = true;
  };
}

async function askToLeave(question: LeaveQuestion): Promise<boolean> {
  const agreed = await confirm({ ...question, cancelLabel: 'Keep editing', confirmLabel: 'Discard' });
  return agreed !== false;
}
