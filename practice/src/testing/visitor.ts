import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type PracticeInbox, type PracticeInboxOptions, startPracticeInbox } from '../inbox.ts';

/** A folder that is removed when the test ends. */
export async function makeDataDir(test: TestContext): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-'));
  test.after(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A practice inbox on a free port, closed when the test ends. */
export async function startInbox(
  test: TestContext,
  options: Partial<PracticeInboxOptions> = {},
): Promise<PracticeInbox> {
  const dataDir = options.dataDir ?? (await makeDataDir(test));
  const inbox = await startPracticeInbox({ port: 0, ...options, dataDir });
  test.after(() => inbox.close());
  return inbox;
}

/** Requests a page as the browser of one account. */
export function visit(inbox: PracticeInbox, account: string, path: string): Promise<Response> {
  const headers = { cookie: `practice_account=${encodeURIComponent(account)}` };
  return fetch(inbox.url + path, { headers, redirect: 'manual' });
}

/** Posts a message as the composer's script does. */
export function post(inbox: PracticeInbox, account: string, person: string, text: string): Promise<Response> {
  return fetch(`${inbox.url}/direct/${person}/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: `practice_account=${encodeURIComponent(account)}`,
    },
    body: JSON.stringify({ text }),
  });
}

/** Sets a switch; without a body it is a plain PUT. */
export async function turn(inbox: PracticeInbox, call: string, body?: object): Promise<void> {
  const [method = 'PUT', path = ''] = call.split(' ');
  const answer = await fetch(`${inbox.url}/switches${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
}
