import type { ComponentType } from 'react';
import { hasDraftOwner, saveDrafts } from '../../api/drafts.ts';
import { fetchCode, reloadForNewVersion } from '../../api/fetch-code.ts';
import { logError } from '../../log.ts';

/** The code of one part of the page: a file of its own, fetched once, and again after a failure. */
export interface PartCode<Props> {
  /** Fetches it before it is needed; undefined once it is loaded, and never rejects. */
  preload: () => Promise<void> | undefined;
  /** Fetches it for a waiting user. If its version is gone, the whole page is reloaded. */
  show: () => Promise<void>;
  isThere: () => boolean;
  /** The component once it is there; undefined before. */
  current: () => ComponentType<Props> | 'failed' | undefined;
  subscribe: (watcher: () => void) => () => void;
}

/** Registers the code of a part; it is fetched when it is shown or preloaded. */
export function partCode<Props>(load: () => Promise<ComponentType<Props>>): PartCode<Props> {
  let code: ComponentType<Props> | 'failed' | undefined;
  let underWay: Promise<void> | undefined;
  const watchers = new Set<() => void>();
  const become = (next: typeof code) => {
    code = next;
    for (const watcher of watchers) watcher();
  };
  const isThere = () => code !== undefined && code !== 'failed';
  const fetchPart = () => {
    underWay ??= fetchCode(load).then(become, (error: unknown) => {
      underWay = undefined;
      logError('Code could not be fetched', error);
      throw error;
    });
    return underWay;
  };
  return {
    preload: () => (isThere() ? undefined : fetchPart().catch(() => {})),
    async show() {
      if (isThere()) return;
      if (code === 'failed') become(undefined);
      try {
        await fetchPart();
      } catch {
        const isReloading = await reloadForNewVersion(saveDrafts);
        if (!isReloading) become('failed');
      }
    },
    isThere,
    current: () => code,
    subscribe(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

type Idle = Pick<PartCode<never>, 'preload' | 'isThere'>;

/**
 * The parts to fetch while the page is idle: for users the dialogs and menus of loaded screens, which the next press
 * may open; for visitors the code for a log-in. A screen is fetched when its link is pointed at.
 */
const waiting: Record<'users' | 'visitors', Idle[]> = { users: [], visitors: [] };
let missed: Idle[] = [];
let isIdleWanted = false;
let isFetching = false;

/** Has a part fetched when the page is idle. */
export function fetchInAdvance(code: Idle, whose: 'users' | 'visitors'): void {
  waiting[whose].push(code);
  if (isIdleWanted) fetchNext();
}

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
  const code = waiting[hasDraftOwner() ? 'users' : 'visitors'].shift();
  if (!code) return;
  isFetching = true;
  whenIdle(async () => {
    await code.preload();
    if (!code.isThere()) missed.push(code);
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
