import { useBlocker, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { hasDraftOwner } from '../../api/drafts.ts';
import { isLeavingForNewVersion } from '../../api/fetch-code.ts';
import { confirm } from '../feedback/confirm.ts';

/** The question: 'Discard this campaign?', and what would be lost. */
export type LeaveQuestion = { title: string; body: string };

type Place = { pathname: string; search: object };

/** A filter or a page of the same screen loses nothing. */
const isOtherScreen = (from: Place, to: Place) => from.pathname !== to.pathname;

/**
 * Asks before typed input is lost, by a link or by closing the tab. `isLost` says whether a change of the address loses
 * it: one of the screen does. Call the returned function once it is saved.
 */
export function useLeaveQuestion(
  isTyped: boolean,
  question: LeaveQuestion,
  isLost?: (from: Place, to: Place) => boolean,
): () => void {
  return useLeaveBlock(isTyped, () => askToLeave(question), isLost);
}

/** The same with another question: `ask` answers whether to leave. */
export function useLeaveBlock(
  isTyped: boolean,
  ask: () => Promise<boolean>,
  isLost = isOtherScreen,
): () => void {
  const { history } = useRouter();
  const isSaved = useRef(false);
  const isAsking = useRef(false);
  // A signed-out user, and one whose version is gone, must leave this page; typed text is kept for both.
  const wouldLose = () => isTyped && !isSaved.current && hasDraftOwner() && !isLeavingForNewVersion();
  const askThenGo = async (action: 'BACK' | 'FORWARD') => {
    if (isAsking.current) return;
    isAsking.current = true;
    const agreed = await ask();
    isAsking.current = false;
    if (!agreed) return;
    if (action === 'BACK') history.back({ ignoreBlocker: true });
    else history.forward({ ignoreBlocker: true });
  };
  useBlocker({
    shouldBlockFn: async ({ current, next, action }) => {
      if (!isLost(current, next) || !wouldLose()) return false;
      if (action !== 'BACK' && action !== 'FORWARD') return !(await ask());
      // The address is the other page's already: this page, which stays visible, gets it back first.
      void askThenGo(action);
      return true;
    },
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
