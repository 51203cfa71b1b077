import type { TestContext } from 'node:test';
import type { RequestKind } from '@pigeonpost/contract/agent';
import { type Answer, createClient } from '@pigeonpost/contract/client';
import type { Visitor } from './site.ts';

type Request = Answer<'POST /api/agent/work'>['requests'][number];
type Results = Record<string, unknown>;
type Folder = {
  name: string;
  directory_name: string;
  path: string;
  size_mb: number;
  is_default: boolean;
};

interface TakenRequest {
  payload: Request['payload'];
  progress(results?: Results): Promise<void>;
  complete(results?: Results): Promise<void>;
  fail(error_message: string): Promise<void>;
}

/** A machine without a Firefox that is connected until the test ends, and leaves every request to the test. */
interface ScriptedMachine {
  agent_id: number;
  /** The next request of a kind. */
  take(kind: RequestKind): Promise<TakenRequest>;
  /** Answers the next request for the list of its Firefox profiles. */
  answerList(profiles: Folder[], part?: Results): Promise<void>;
  /** Reports its Firefox profiles, and which of them a person has open. */
  report(profiles: Folder[], open: string[]): Promise<void>;
  /** Ends its connection, like closing a laptop. */
  leave(): void;
}

export const FIREFOX = {
  detected: true,
  executable: '/usr/lib/firefox/firefox',
  version: '153.0',
  profiles_dir: '/p',
  error: null,
};

/** A Firefox profile's folder, as a machine reports it. */
export function folder(name: string, size_mb = 12): Folder {
  const directory_name = `x1.${name}`;
  const path = `${FIREFOX.profiles_dir}/${directory_name}`;
  return { name, directory_name, path, size_mb, is_default: name.startsWith('default') };
}

/** Enrols a machine and keeps it at work. */
export async function startScriptedMachine(
  t: TestContext,
  { url, visitor, name = 'studio-mac' }: { url: string; visitor: Visitor; name?: string },
): Promise<ScriptedMachine> {
  const { agent_token, agent_id } = await visitor.call('POST /api/agent/enrol', {
    body: { machine_name: name, platform: 'darwin', agent_version: '0.1.0' },
  });
  const call = createClient({ baseUrl: url, token: () => agent_token });
  const report = async (profiles: Folder[], open: string[]) => {
    const body = { firefox: FIREFOX, profiles, open, drivers: ['practice'] };
    await call('PUT /api/agent/machine', { body });
  };
  await report([], []);
  const over = new AbortController();
  t.after(() => over.abort());
  const given: Request[] = [];
  let changed = Promise.withResolvers<void>();
  const work = async (wait_seconds: number) => {
    const body = { capacity: 0, wait_seconds, profile_paths: [] };
    given.push(...(await call('POST /api/agent/work', { body, signal: over.signal })).requests);
    changed.resolve();
    changed = Promise.withResolvers();
  };
  // The first one makes it connected.
  await work(0);
  const working = (async () => {
    while (!over.signal.aborted) await work(20);
  })();
  // The server may be ended before this is.
  working.catch(() => undefined);

  const take = async (kind: RequestKind): Promise<TakenRequest> => {
    const request = given.find((one) => one.kind === kind);
    if (!request) {
      await Promise.race([changed.promise, working]);
      over.signal.throwIfAborted();
      return take(kind);
    }
    given.splice(given.indexOf(request), 1);
    const params = { id: request.id };
    const end = async (body: {
      status: 'completed' | 'failed';
      results?: Results;
      error_message?: string;
    }) => {
      await call('POST /api/agent/requests/{id}/result', { params, body });
    };
    return {
      payload: request.payload,
      progress: async (results) => {
        await call('POST /api/agent/requests/{id}/progress', { params, body: results ? { results } : {} });
      },
      complete: (results = {}) => end({ status: 'completed', results }),
      fail: (error_message) => end({ status: 'failed', error_message }),
    };
  };
  return {
    agent_id,
    take,
    report,
    async answerList(profiles, part = {}) {
      const { executable: firefox_executable, detected, profiles_dir, error } = FIREFOX;
      const found = { detected, profiles_dir, error, firefox_executable, profiles, ...part };
      await (await take('list')).complete(found);
    },
    leave: () => over.abort(),
  };
}
