import { logError } from '../log.ts';

/** Where a tab keeps what was typed: until the next log-in, whoever it is. */
const KEY = 'kept-input';

type Kept = { user_id: number | undefined; href: string; values: Record<string, unknown> };

const readers = new Map<string, () => unknown>();
let given: Kept | undefined;

/** Names an input that is kept when the page has to go. `read` answers undefined while nothing is typed. */
export function registerInput(name: string, read: () => unknown): () => void {
  readers.set(name, read);
  return () => {
    if (readers.get(name) === read) readers.delete(name);
  };
}

/** Keeps what is typed and the place where it was (docs/behaviour.md#sessions). */
export function keepInput(user_id: number | undefined): void {
  const values: Kept['values'] = {};
  for (const [name, read] of readers) {
    const value = read();
    if (value !== undefined) values[name] = value;
  }
  const href = location.pathname + location.search;
  if (!write({ user_id, href, values })) write({ user_id, href, values: {} });
}

/** Keeps a place that whoever logs in next is led to. */
export function keepPlace(href: string): void {
  write({ user_id: undefined, href, values: {} });
}

/** The place that is kept for the next log-in. */
export function keptPlace(): string | undefined {
  return read()?.href;
}

/** Gives back what was kept for this user, and forgets it otherwise. Answers the place. */
export function takeKeptInput(user_id: number): string | undefined {
  const kept = read();
  dropKeptInput();
  if (!kept || (kept.user_id !== undefined && kept.user_id !== user_id)) return undefined;
  given = kept;
  return kept.href;
}

/** What was typed under this name before the page had to go, until it is taken. */
export function keptValue<Value>(name: string): Value | undefined {
  return given?.values[name] as Value | undefined;
}

/** Gives the value back to nobody else. */
export function takeKeptValue(name: string): void {
  if (given) delete given.values[name];
}

/** The user has gone elsewhere: what is still kept belongs to a place that was left. */
export function leaveKeptPlace(pathname: string): void {
  if (given && new URL(given.href, location.origin).pathname !== pathname) given = undefined;
}

/** Forgets everything. */
export function dropKeptInput(): void {
  given = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch (error) {
    logError('What was kept could not be removed', error);
  }
}

function read(): Kept | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Kept);
  } catch {
    return undefined;
  }
}

/** False where it does not fit. */
function write(kept: Kept): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
