import type { ComponentType } from 'react';
import { saveDrafts } from '../../api/drafts.ts';
import { fetchCode, reloadForNewVersion } from '../../api/fetch-code.ts';
import { currentUser, onSessionChange } from '../../api/session.ts';
import { logError } from '../../log.ts';

/**
 * Where a part is shown: as the screen (after a log-in, as the first one), over the page as dialogs and menus are, or
 * quiet, where its absence needs no word.
 */
export type PartPlace = 'screen' | 'first-screen' | 'over' | 'quiet';

type Loading<Props> =
  | { state: 'waiting' | 'failed'; Code?: undefined }
  | { state: 'there'; Code: ComponentType<Props> };

/** The code of one part of the page: a file of its own, fetched once, and again where that failed. */
export interface PartCode<Props> {
  /** Fetches it before it is needed; undefined once it is there, and never rejects. */
  preload: () => Promise<void> | undefined;
  /** Fetches it for somebody who waits for it. Of a version that has gone, the whole page is loaded again. */
  show: () => Promise<void>;
  current: () => Loading<Props>;
  subscribe: (watcher: () => void) => () => void;
}

/** Makes the code of a part known; it is fetched when it is shown, or before (`fetchPartsWhenIdle`). */
export function partCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  place: PartPlace,
): PartCode<Props> {
  let loading: Loading<Props> = { state: 'waiting' };
  let underWay: Promise<void> | undefined;
  const watchers = new Set<() => void>();
  const become = (next: Loading<Props>) => {
    loading = next;
    for (const watcher of watchers) watcher();
  };
  const fetchPart = () => {
    underWay ??= fetchCode(load).then(
      (Code) => become({ state: 'there', Code }),
      (error: unknown) => {
        underWay = undefined;
        logError('Code could not be fetched', error);
        throw error;
      },
    );
    return underWay;
  };
  const code: PartCode<Props> = {
    preload: () => (loading.state === 'there' ? undefined : fetchPart().catch(() => {})),
    async show() {
      if (loading.state === 'there') return;
      if (loading.state === 'failed') become({ state: 'waiting' });
      try {
        await fetchPart();
      } catch {
        const isReloading = await reloadForNewVersion(() => saveDrafts(currentUser()?.id));
        if (!isReloading) become({ state: 'failed' });
      }
    },
    current: () => loading,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
  if (place !== 'screen') {
    waiting[place === 'first-screen' ? 'visitors' : 'users'].push(async () => {
      await code.preload();
      return loading.state === 'there';
    });
  }
  if (isIdleWanted) fetchNext();
  return code;
}

/** Fetches a part in advance; false when it did not come. */
type FetchIdly = () => Promise<boolean>;

/**
 * What is fetched when the page has nothing else to do: for users the dialogs and menus of what is loaded, which the
 * next press may open; for visitors what the log-in leads to. A screen is fetched when its link is pointed at.
 */
const waiting: Record<'users' | 'visitors', FetchIdly[]> = { users: [], visitors: [] };
let missed: FetchIdly[] = [];
let isIdleWanted = false;
let isFetching = false;

/** Fetches, from now on, whenever the page is idle, what the next press needs: then it is there at once, and offline. */
export function fetchPartsWhenIdle(): void {
  isIdleWanted = true;
  addEventListener('online', () => {
    waiting.users.push(...missed);
    missed = [];
    fetchNext();
  });
  onSessionChange(fetchNext);
  fetchNext();
}

function fetchNext(): void {
  if (isFetching || isDataSaved() || isLineSlow()) return;
  const fetchIdly = waiting[currentUser() ? 'users' : 'visitors'].shift();
  if (!fetchIdly) return;
  isFetching = true;
  whenIdle(async () => {
    if (!(await fetchIdly())) missed.push(fetchIdly);
    isFetching = false;
    fetchNext();
  });
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
  else setTimeout(run, 200);
}

/** What some browsers know of the line. */
const { connection } = navigator as {
  connection?: { saveData?: boolean; effectiveType?: 'slow-2g' | '2g' | '3g' | '4g' };
};

function isDataSaved(): boolean {
  return connection?.saveData === true;
}

function isLineSlow(): boolean {
  return (connection?.effectiveType ?? '4g') !== '4g';
}
