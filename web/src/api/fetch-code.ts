import { BASE_URL } from './client.ts';

const ANSWER_LIMIT_MS = 5000;

/** The version of the page that a tab has reloaded already. */
const KEY = 'reloaded-version';

// The bundler requests a missing stylesheet only once, so the next try adds it.
const missingStyles = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missingStyles.add(target);
  },
  true,
);

/** Thrown in the place of code that could not be fetched. */
export class CodeMissing extends Error {}

/** Imports code from a separate file, with the stylesheets that an earlier try failed to fetch. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.all([...missingStyles].map(fetchStyleAgain));
  return load();
}

function fetchStyleAgain(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => reject(new Error(`${next.href} did not load`)));
    missingStyles.delete(link);
    link.replaceWith(next);
  });
}

let isReloading = false;
let reload: Promise<boolean> | undefined;

/** Whether the page is being reloaded, so that no question about leaving is asked. */
export function isLeavingForNewVersion(): boolean {
  return isReloading;
}

/**
 * Reloads the page because its server no longer has a file of this version: at most once for a version, and never while
 * the server is away, which would leave an empty page. False if it does not. Parts that fail together share one reload.
 */
export function reloadForNewVersion(beforeLeaving: () => void): Promise<boolean> {
  reload ??= tryReload(beforeLeaving).finally(() => {
    reload = undefined;
  });
  return reload;
}

async function tryReload(beforeLeaving: () => void): Promise<boolean> {
  const version = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  if (isReloading) return true;
  if (readMark() === version || !(await isServerThere())) return false;
  if (!writeMark(version)) return false;
  isReloading = true;
  beforeLeaving();
  location.reload();
  return true;
}

async function isServerThere(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    // The page itself: a proxy keeps /healthz internal.
    return (await fetch(`${BASE_URL}/`, { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

function readMark(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** False if nothing can be stored, because then the page could reload for ever. */
function writeMark(version: string): boolean {
  try {
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    return false;
  }
}
