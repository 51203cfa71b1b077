import type { ComponentType } from 'react';
import { hasDraftOwner, saveDrafts } from '../../api/drafts.ts';
import { fetchCode, reloadForNewVersion } from '../../api/fetch-code.ts';
import { logError } from '../../log.ts';

/**
 * The place of a part: the screen (after a log-in, the first one), over the page like dialogs and menus, or quiet, if
 * its absence needs no text.
 */
export type PartPlace = 'screen' | 'first-screen' | 'over' | 'quiet';

type Loading<Props> =
  | { state: 'waiting' | 'failed'; Code?: undefined }
  | { state: 'there'; Code: ComponentType<Props> };

/** The code of one part of the page: a file of its own, fetched once, and again after a failure. */
export interface PartCode<Props> {
  /** Fetches it before it is needed; undefined once it is loaded, and never rejects. */
  preload: () => Promise<void> | undefined;
  /** Fetches it for a waiting user. If its version is gone, the whole page is reloaded. */
  show: () => Promise<void>;
  current: () => Loading<Props>;
  subscribe: (watcher: () => void) => () => void;
}

/** Registers the code of a part; it is fetched when it is shown, or before (`fetchPartsWhenIdle`). */
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
        const isReloading = await reloadForNewVersion(saveDrafts);
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

/** Fetches a part in advance; false if that failed. */
type FetchIdly = () => Promise<boolean>;

/**
 * The parts to fetch while the page is idle: for users the dialogs and menus of loaded screens, which the next press
 * may open; for visitors the code for a log-in. A screen is fetched when its link is pointed at.
 */
const waiting: Record<'users' | 'visitors', FetchIdly[]> = { users: [], visitors: [] };
let missed: FetchIdly[] = [];
let isIdleWanted = false;
let isFetching = false;

/**
 * Fetches the parts for the next press whenever the page is idle, so that they are there at once, and offline. Call the
 * returned function after a sign-in or sign-out.
 */
export function fetchPartsWhenIdle(): () => void {
  isIdleWanted = true;
  addEventListener('online', () => {
    waiting.users.push(...missed);
    missed = [];
    fetchNext();
  });
  fetchNext();
  return fetchNext;
}

function fetchNext(): void {
  if (isFetching || isDataSaved() || isLineSlow()) return;
  const fetchIdly = waiting[hasDraftOwner() ? 'users' : 'visitors'].shift();
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

/** Some browsers describe the connection. */
const { connection } = navigator as {
  connection?: { saveData?: boolean; effectiveType?: 'slow-2g' | '2g' | '3g' | '4g' };
};

function isDataSaved(): boolean {
  return connection?.saveData === true;
}

function isLineSlow(): boolean {
  return (connection?.effectiveType ?? '4g') !== '4g';
}
