import { hasDraftOwner } from '../../api/drafts.ts';

/** Code that can be fetched before it is needed. */
export interface Preloaded {
  /** Fetches it; undefined once it is loaded, and never rejects. */
  preload: () => Promise<void> | undefined;
  isThere: () => boolean;
}

type Idle = Preloaded & { isForVisitors: boolean };

/**
 * What an idle page fetches, in this order: for users the dialogs and menus of loaded screens, which the next press may
 * open; for visitors the code for a log-in. A screen is fetched when its link is pointed at.
 */
const list: Idle[] = [];
/** What did not arrive waits for the network to come back. */
const missed = new Set<Idle>();
let isStarted = false;
let isFetching = false;

/** Puts code on the list. */
export function fetchWhenIdle(code: Idle): void {
  list.push(code);
  if (isStarted) fetchNext();
}

/** Begins with the list. Call the returned function after a sign-in or sign-out. */
export function startFetchingWhenIdle(): () => void {
  isStarted = true;
  addEventListener('online', () => {
    missed.clear();
    fetchNext();
  });
  fetchNext();
  return fetchNext;
}

function fetchNext(): void {
  if (isFetching || isLineSpared()) return;
  const isVisitor = !hasDraftOwner();
  const next = list.find((code) => code.isForVisitors === isVisitor && !code.isThere() && !missed.has(code));
  if (!next) return;
  isFetching = true;
  whenIdle(async () => {
    await next.preload();
    if (!next.isThere()) missed.add(next);
    isFetching = false;
    fetchNext();
  });
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
  else setTimeout(run, 200);
}

/** Whether the user saves data, or the line is slow. Some browsers tell. */
function isLineSpared(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
