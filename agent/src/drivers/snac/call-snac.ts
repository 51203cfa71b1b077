import type { Page } from 'puppeteer-core';

interface SnacCall {
  method: 'GET' | 'POST';
  /** The whole address. */
  url: string;
  token?: string;
  body?: object;
}

export interface SnacAnswer {
  status: number;
  /** The content, if it is JSON. */
  body: unknown;
  /** What the answer says, as a text for people. */
  words: string;
}

// Longer than a slow line needs, and short enough for several calls within the time of a delivery.
const CALL_LIMIT_MS = 15_000;

/** Calls the interface of snac from its own page; undefined if no answer came. */
export async function callSnac(page: Page, call: SnacCall): Promise<SnacAnswer | undefined> {
  const answer = await page.evaluate(callInPage, { ...call, limit: CALL_LIMIT_MS });
  if (!answer) return undefined;
  return { status: answer.status, body: parseJson(answer.text), words: readWords(answer.text) };
}

/** Runs in the page; a page of another server since it was looked at gets no call, and with it no token. */
async function callInPage(
  call: SnacCall & { limit: number },
): Promise<{ status: number; text: string } | undefined> {
  const here = globalThis.location?.origin;
  if (here !== undefined && here !== new URL(call.url).origin) return undefined;
  const headers = new Headers({ 'content-type': 'application/json' });
  if (call.token !== undefined) headers.set('authorization', `Bearer ${call.token}`);
  try {
    const answer = await fetch(call.url, {
      method: call.method,
      headers,
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(call.limit),
      ...(call.body && { body: JSON.stringify(call.body) }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readWords(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
