import { basename, dirname } from 'node:path';
import type { RequestKind } from '@pigeonpost/contract/agent';
import { type Answer, createClient } from '@pigeonpost/contract/client';
import type { Visitor } from './site.ts';

/** A work call waits for five seconds. */
const MOST_CALLS = 12;

/** The error of a half-updated Firefox. */
const CANNOT_LOAD = "Firefox ended with code 255: Couldn't load XPCOM.";

type Outcome = 'sent' | 'not_found' | 'failed' | 'unknown' | 'blocked' | 'signed_out' | 'machine_fault';
type Work = Answer<'POST /api/agent/work'>;
type Delivery = Work['deliveries'][number];
type Request = Work['requests'][number];

/** A machine without a Firefox, which reports what a test tells it to. */
export interface ScriptedAgent {
  /** Takes the next delivery, carries it out as told, and returns its recipient. */
  deliver(outcome: Outcome): Promise<string>;
  /** Takes the next request to read replies, and tells these of the first profile that was asked for. */
  readReplies(replies: { person: string; text: string }[]): Promise<void>;
  /** Reports the windows that a person has open, by the paths of their profiles. */
  reportOpen(paths: string[]): Promise<void>;
  /** Names a higher mark than the server knows, as after the database was exchanged for an older copy. */
  nameHigherMark(): Promise<void>;
  /** Takes the next request of a kind and carries it out. */
  carryOut(kind: 'open' | 'close' | 'list'): Promise<void>;
}

/** Enrols a machine that can drive every profile of the visitor, or that has the given folders. */
export async function startScriptedAgent(
  site: { url: string },
  visitor: Pick<Visitor, 'call'>,
  folders?: string[],
  { reads_replies = false } = {},
): Promise<ScriptedAgent> {
  const { agent_token } = await visitor.call('POST /api/agent/enrol', {
    body: { machine_name: 'studio-mac', platform: 'darwin', agent_version: '0.1.0' },
  });
  const call = createClient({ baseUrl: site.url, token: () => agent_token });
  const { profiles } = await visitor.call('GET /api/profiles');
  const profile_paths = folders ?? profiles.map(({ profile_path }) => profile_path);
  const machine = {
    firefox: {
      detected: true,
      executable: '/usr/bin/firefox',
      version: '153.0',
      profiles_dir: dirname(profile_paths[0] ?? '/p/none'),
      error: null,
    },
    profiles: profile_paths.map((path) => ({
      name: basename(path),
      directory_name: basename(path),
      path,
      size_mb: 40,
      is_default: false,
    })),
    drivers: ['practice'],
    reads_replies,
  };
  const { executable: firefox_executable, detected, profiles_dir, error } = machine.firefox;
  const listed = { detected, profiles_dir, error, firefox_executable, profiles: machine.profiles };
  const reportOpen = async (open: string[]) => {
    await call('PUT /api/agent/machine', { body: { ...machine, open } });
  };
  await reportOpen([]);
  // With its first work call it counts as connected.
  if (folders) await call('POST /api/agent/work', { body: { capacity: 0, wait_seconds: 0, profile_paths } });
  const nextDelivery = async (): Promise<Delivery> => {
    const work = { capacity: 1, wait_seconds: 5, profile_paths };
    for (let calls = 0; calls < MOST_CALLS; calls++) {
      const { deliveries } = await call('POST /api/agent/work', { body: work });
      if (deliveries[0]) return deliveries[0];
    }
    throw new Error(`No delivery came in ${MOST_CALLS} work calls.`);
  };
  const nextRequest = async (kind: RequestKind): Promise<Request> => {
    const work = { capacity: 0, wait_seconds: 5, profile_paths };
    for (let calls = 0; calls < MOST_CALLS; calls++) {
      const { requests } = await call('POST /api/agent/work', { body: work });
      const request = requests.find((one) => one.kind === kind);
      if (request) return request;
    }
    throw new Error(`No request to ${kind} came in ${MOST_CALLS} work calls.`);
  };
  const end = async ({ id }: Request, results: Record<string, unknown>) => {
    const body = { status: 'completed' as const, results };
    await call('POST /api/agent/requests/{id}/result', { params: { id }, body });
  };
  return {
    reportOpen,
    async nameHigherMark() {
      await call('POST /api/agent/work', {
        body: { capacity: 0, wait_seconds: 0, profile_paths, mark: 1_000 },
      });
    },
    async carryOut(kind) {
      await end(await nextRequest(kind), kind === 'list' ? listed : {});
    },
    async readReplies(replies) {
      const request = await nextRequest('replies');
      const read_to = new Date().toISOString();
      const { profiles: asked } = request.payload as { profiles: { profile_path: string }[] };
      const results = asked.map(({ profile_path }, at) => ({
        profile_path,
        read_to,
        replies: at === 0 ? replies.map((reply) => ({ ...reply, at: read_to })) : [],
      }));
      await end(request, { results });
    },
    async deliver(outcome) {
      const { token, campaign_id, recipient_id, recipient } = await nextDelivery();
      const params = { token };
      // Without a page there is nothing to begin.
      if (outcome !== 'machine_fault')
        await call('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
      await call('POST /api/agent/deliveries/{token}/result', {
        params,
        body: { campaign_id, recipient_id, ...wordsOf(outcome) },
      });
      return recipient;
    },
  };
}

/** The report of an outcome. */
function wordsOf(outcome: Outcome) {
  switch (outcome) {
    case 'blocked':
      return { outcome: 'failed', blocked: true, reason: 'Instagram asks for a pause.' } as const;
    case 'signed_out':
      return { outcome: 'failed', signed_out: true, reason: 'Its session has ended.' } as const;
    case 'machine_fault':
      return { outcome: 'failed', machine_fault: true, reason: CANNOT_LOAD } as const;
    case 'not_found':
      return { outcome, reason: 'The practice inbox knows no such name.' } as const;
    default:
      return { outcome };
  }
}
