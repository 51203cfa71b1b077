import type { RequestKind } from '@pigeonpost/contract/agent';
import { FirefoxProfile } from '@pigeonpost/contract/calls/agent-protocol';
import { readFields } from '@pigeonpost/contract/calls/reply-readings';
import { UnreadResult } from '@pigeonpost/contract/calls/unread-checker';
import * as z from 'zod';
import type { Tx } from '../../database/transaction.ts';
import { badRequest } from '../../errors.ts';
import { findRequestKind } from './queries.ts';

const Text = z.string().nullish();

/** The results of each kind (docs/agent-protocol.md). Additional fields of an agent stay. */
const RESULTS: Record<RequestKind, z.ZodType> = {
  open: z.looseObject({}),
  close: z.looseObject({ closed: z.boolean().optional() }),
  list: z.looseObject({
    profiles: z.array(FirefoxProfile),
    profiles_dir: Text,
    firefox_executable: Text,
    detected: z.boolean().optional(),
    error: Text,
  }),
  create: z.looseObject({ profile: FirefoxProfile.optional() }),
  delete: z.looseObject({}),
  test: z.looseObject({ message: Text }),
  site: z.looseObject({}),
  unread: z.looseObject({
    results: z.array(UnreadResult.extend({ error: Text, ...z.object(readFields).partial().shape })),
  }),
  replies: z.looseObject({
    results: z.array(z.object({ profile_path: z.string(), error: Text, ...readFields })),
  }),
};

/** Refuses results of the wrong form: 400 with the first error. */
export async function checkResults(
  tx: Tx,
  request: { user_id: number; request_id: number },
  results: Record<string, unknown> | undefined,
): Promise<void> {
  if (results === undefined) return;
  const kind = await findRequestKind(tx, request);
  const checked = kind && RESULTS[kind].safeParse(results);
  const [issue] = checked?.error?.issues ?? [];
  if (issue) throw badRequest(`These are no results of "${kind}": ${issue.path.join('.')} ${issue.message}`);
}
