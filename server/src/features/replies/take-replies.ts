import { readFields } from '@pigeonpost/contract/calls/reply-readings';
import * as z from 'zod';
import type { EngineContext } from '../../engine/context.ts';
import { lockEngine } from '../../engine/engine-lock.ts';
import { recordReplies } from '../../engine/record-replies.ts';
import { latestIdentity } from '../freeze/epochs.ts';
import { getEpoch, isUnmerged } from '../freeze/queries.ts';
import {
  type AskedProfile,
  findRunningReading,
  insertNextPart,
  noteRead,
  type ReadingPart,
} from './reading-queries.ts';

const Said = z.object({
  results: z.array(
    z.looseObject({
      profile_path: z.string(),
      error: z.string().nullish(),
      ...readFields,
      read_to: readFields.read_to.optional(),
    }),
  ),
});
type Result = z.infer<typeof Said>['results'][number];

/** What is kept of a result: how many replies were new, and how many others wrote, but nothing that anybody wrote. */
type Kept = Omit<Result, 'replies'>;

/**
 * Records the replies in the results of a reading or an unread check, once, and gives the results without them. A
 * profile that the request did not ask for, and one that was reported before, is passed over
 * (docs/behaviour.md#reading-replies).
 */
export async function takeReplies(
  context: EngineContext,
  key: { user_id: number; request_id: number },
  results: Record<string, unknown> | undefined,
): Promise<Record<string, unknown> | undefined> {
  const said = Said.safeParse(results);
  if (!said.success || !said.data.results.some(({ read_to }) => read_to !== undefined)) return results;
  // Two reports of one profile at the same moment would both find it unread.
  await lockEngine(context, { user_ids: [key.user_id] });
  const part = await findRunningReading(context.tx, key);
  const kept: Kept[] = [];
  for (const result of said.data.results) {
    const before = part && reportedBefore(part, result.profile_path);
    const asked = part?.payload.profiles.find(({ profile_path }) => profile_path === result.profile_path);
    const { replies: _, ...rest } = result;
    kept.push(before ?? (part && asked ? await recordResult(context, { key, part, asked, result }) : rest));
  }
  return { ...results, results: kept };
}

function reportedBefore({ results }: Pick<ReadingPart, 'results'>, path: string): Kept | undefined {
  const said = Said.safeParse(results);
  return said.data?.results.find(
    ({ profile_path, read_to }) => profile_path === path && read_to !== undefined,
  );
}

type Part = NonNullable<Awaited<ReturnType<typeof findRunningReading>>>;

async function recordResult(
  context: EngineContext,
  given: { key: { user_id: number }; part: Part; asked: AskedProfile; result: Result },
): Promise<Kept> {
  const { key, part, asked, result } = given;
  const { replies, ...kept } = result;
  const { error, read_to, is_cut } = result;
  if (error || read_to === undefined) return kept;
  const { tx, deps } = context;
  const { user_id } = key;
  const now = deps.clock.now();
  const { profile_id } = asked;
  const { recorded, others } =
    replies.length > 0
      ? await recordReplies(context, { user_id, profile_id, replies })
      : { recorded: 0, others: 0 };
  // Before its machine has repeated its journal a reply may answer a message that is not known yet: it is read again.
  const { agent_id } = part;
  const { epoch } = latestIdentity(deps, await getEpoch(tx, user_id));
  if (agent_id !== null && (await isUnmerged(tx, { user_id, agent_id, epoch })))
    return { ...kept, recorded, others };
  await noteRead(tx, { user_id, profile_id, read_to, now });
  // A reading that does not come further would never end.
  if (is_cut && Date.parse(read_to) > Date.parse(asked.since)) {
    const reading_id = 'unread_count' in result ? undefined : (part.payload.reading_id ?? part.id);
    const profile = { ...asked, since: read_to };
    await insertNextPart(tx, { user_id, agent_id: part.agent_id, profile, reading_id, now });
    deps.nudges.nudge(context, user_id);
  }
  return { ...kept, recorded, others };
}
