import { peopleOf, type ReplyFacts } from '@pigeonpost/contract/rules/reply';
import type { EngineStep } from '../../database/engine/engine-step.ts';
import type { Deps } from '../../deps.ts';
import { type DecidedReplies, decideReplies, isNews } from './decide-replies.ts';
import type { SaidReply } from './judge-texts.ts';

interface SeeingCall {
  user_id: number;
  token: string;
  /** What the agent saw in the thread. */
  replies?: SaidReply[] | undefined;
}

/** The function of the database that reads what a reply is judged by. */
const READ = 'read_seen_facts';

/**
 * Begins the step of calls whose agents saw replies, and decides what is written of these before a call is judged
 * (docs/engine.md#replies); null: nothing is. Gives the step's moment.
 */
export async function seeReplies(
  step: EngineStep,
  deps: Pick<Deps, 'clock' | 'identity'>,
  calls: readonly SeeingCall[],
): Promise<{ now: number; decided: DecidedReplies | null }> {
  const byUser = Map.groupBy(
    calls.filter(({ replies }) => replies !== undefined),
    ({ user_id }) => user_id,
  );
  const asked = [...byUser].map(([user_id, seen]) => ({
    user_id,
    people: peopleOf(
      seen.flatMap(({ replies }) => replies ?? []),
      deps.clock.now().getTime(),
    ),
  }));
  const { moment, profiles, facts } = await step.call<Seen>(READ, [
    deps.clock.moment?.toISOString() ?? null,
    `{${calls.map(({ user_id }) => user_id).join()}}`,
    `{${calls.map(({ token }) => token).join()}}`,
    JSON.stringify(asked),
  ]);
  const decided: DecidedReplies = { replies: [], ledgers: [] };
  for (const user_id of byUser.keys()) {
    const told = calls.flatMap((call, ord) => {
      const profile_id = profiles[ord] ?? null;
      return call.user_id !== user_id || profile_id === null
        ? []
        : (call.replies ?? []).map((reply) => ({ ...reply, profile_id }));
    });
    const known = facts[user_id];
    if (!known) continue;
    const { decided: ofUser } = decideReplies(deps, { user_id, told, facts: known, now: moment });
    decided.replies.push(...ofUser.replies);
    decided.ledgers.push(...ofUser.ledgers);
  }
  return { now: moment, decided: isNews(decided) ? decided : null };
}

interface Seen {
  moment: number;
  /** By call; null: its token is no lease. */
  profiles: (number | null)[];
  /** By the user's id. */
  facts: Record<number, ReplyFacts>;
}
