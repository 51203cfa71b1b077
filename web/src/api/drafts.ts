import { logError } from '../log.ts';

/** Where a tab saves its drafts until the next log-in. */
const KEY = 'drafts';

type Saved = { user_id: number | undefined; href: string; values: Record<string, unknown> };

const readers = new Map<string, () => unknown>();
let restored: Saved | undefined;
let owner: number | undefined;

/**
 * Names an input whose draft is saved when the page has to go, and which has its restored draft by now. `read` answers
 * undefined while nothing is typed.
 */
export function registerDraft(name: string, read: () => unknown): () => void {
  readers.set(name, read);
  if (restored && name in restored.values) {
    delete restored.values[name];
    if (isDraftWaiting()) saveDrafts();
    else removeSaved();
  }
  return () => {
    if (readers.get(name) === read) readers.delete(name);
  };
}

/** Says whose the drafts are from now on: the signed-in user's, or nobody's. */
export function setDraftOwner(user_id: number | undefined): void {
  owner = user_id;
}

/** Whether somebody is signed in who could lose a draft. */
export function hasDraftOwner(): boolean {
  return owner !== undefined;
}

/**
 * Saves what is typed and the place where it was (docs/behaviour.md#sessions), with restored drafts that no input has
 * taken yet. Without a user nothing is typed: what a session left for the next log-in stays.
 */
export function saveDrafts(): void {
  if (owner === undefined && read() !== undefined) return;
  const values: Saved['values'] = { ...restored?.values };
  for (const [name, read] of readers) {
    const value = read();
    if (value !== undefined) values[name] = value;
  }
  const href = location.pathname + location.search;
  if (!write({ user_id: owner, href, values })) write({ user_id: owner, href, values: {} });
}

/** Saves them before the page is unloaded, if a restored draft still waits for its input. */
export function saveWaitingDrafts(): void {
  if (owner !== undefined && isDraftWaiting()) saveDrafts();
}

function isDraftWaiting(): boolean {
  return restored !== undefined && Object.keys(restored.values).length > 0;
}

/** Saves only a place: the next log-in leads to it, also that of another user. */
export function savePlace(href: string): void {
  write({ user_id: undefined, href, values: {} });
}

/** The place that is saved for the next log-in. */
export function savedPlace(): string | undefined {
  return read()?.href;
}

/**
 * Restores the drafts of this user, clears any others, and answers the place. They stay saved until their inputs have
 * them, because the page may be loaded again before that.
 */
export function restoreDrafts(user_id: number): string | undefined {
  const saved = read();
  const isTheirs = saved && (saved.user_id === undefined || saved.user_id === user_id);
  restored = isTheirs ? saved : undefined;
  if (!isDraftWaiting()) removeSaved();
  return restored?.href;
}

/** The restored draft of an input, until it is registered. */
export function restoredDraft<Value>(name: string): Value | undefined {
  return restored?.values[name] as Value | undefined;
}

/** Clears the restored drafts when the user goes to another place than theirs; a log-in leads back to it. */
export function clearDraftsElsewhere(pathname: string): void {
  if (!restored || new URL(restored.href, location.origin).pathname === pathname) return;
  restored = undefined;
  if (owner !== undefined) removeSaved();
}

/** Clears everything. */
export function clearDrafts(): void {
  restored = undefined;
  removeSaved();
}

function removeSaved(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch (error) {
    logError('The drafts could not be removed', error);
  }
}

function read(): Saved | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Saved);
  } catch {
    return undefined;
  }
}

/** False where it does not fit. */
function write(saved: Saved): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}
