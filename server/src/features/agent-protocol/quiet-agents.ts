import { createHash } from 'node:crypto';
import type { KnownToAgent } from '@pigeonpost/contract/rules/freeze/copy';
import type { Caller } from '../../access/caller.ts';
import { systemClock } from '../../clock.ts';
import { retryAfterDeadlock } from '../../database/deadlock.ts';
import type { Deps } from '../../deps.ts';
import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import { batchCalls, openLane } from '../../engine/batch-calls.ts';
import { announceConnectedAgent } from '../agents/presence.ts';
import type { ClaimedWork } from './claim-work.ts';

/** What a work call asks with. */
interface Asked {
  caller: Caller;
  paths: string[];
  known: KnownToAgent | undefined;
}

/**
 * Claims for an agent, unless its last claim found that only time keeps its profiles from sending, or that no campaign
 * runs, and nothing has nudged its user since: such a call is answered from memory until that time, and only shows that
 * the agent is there.
 */
export type ClaimUnlessQuiet = (asked: Asked, claim: () => Promise<ClaimedWork>) => Promise<ClaimedWork>;

interface Quiet {
  /** The call that was answered, as a digest. */
  asked: string;
  answer: Omit<ClaimedWork, 'deliveries' | 'requests'>;
  /** When, in milliseconds. */
  at: number;
  /** The nudges that were heard before its claim. */
  nudges: number;
}

const AGENTS_AT_MOST = 50_000;
// 10,000 agents make 200 such calls a second, and one statement for twenty costs little more than one for one.
const GATHERED_MS = 100;

/** One for a server (docs/engine.md#waiting-for-work, docs/scaling.md#what-a-process-keeps-to-itself). */
export function rememberQuietAgents(deps: Deps): ClaimUnlessQuiet {
  const { nudges } = deps;
  const agents = new Map<number, Quiet>();
  const isSeen = batchCalls({
    // These calls wait for long in any case, whatever time the server's clock tells.
    lane: openLane(systemClock, GATHERED_MS),
    keyOf: ({ agent_id }: Seen) => `${agent_id}`,
    lockOf: ({ agent_id }) => agent_id,
    run: (calls: Seen[]) => seeAgents(deps, calls),
  });
  return async (asked, claim) => {
    const { user, session_id, agent_id } = asked.caller;
    // A script of a user has no agent of its own before it claims.
    if (agent_id === null) return claim();
    const digest = digestOf(asked);
    const { count } = nudges;
    const last = agents.get(agent_id);
    const quiet = last && !nudges.isNudgedSince(user.id, last.nudges) ? last : undefined;
    if (quiet?.asked === digest && isAhead(deps, quiet)) {
      if (await isSeen({ user_id: user.id, session_id, agent_id }))
        return { ...quiet.answer, deliveries: [], requests: [] };
    }
    agents.delete(agent_id);
    const { deliveries, requests, ...answer } = await claim();
    // What the screens show of the user's campaigns that wait has changed.
    if (answer.is_quiet && answer.next_at !== null && !quiet) await announce(deps, user.id);
    if (agents.size >= AGENTS_AT_MOST) agents.clear();
    const at = deps.clock.now().getTime();
    if (answer.is_quiet) agents.set(agent_id, { asked: digest, answer, at, nudges: count });
    return { ...answer, deliveries, requests };
  };
}

async function announce(deps: Deps, user_id: number): Promise<void> {
  await deps
    .asUser(user_id, (tx, afterCommit) => announceCampaigns({ tx, afterCommit, deps }, { user_id }))
    .catch((err) => deps.log.warn({ err }, 'The browsers of a user were not told that campaigns wait.'));
}

/** Whether its time is ahead, or it waits for none. A clock that was set back since knows nothing of it. */
function isAhead({ clock }: Deps, { answer: { next_at }, at }: Quiet): boolean {
  const now = clock.now().getTime();
  return at <= now && (next_at === null || now < next_at);
}

/** A digest, because the folders of a call may be long. */
const digestOf = ({ caller, paths, known }: Asked) =>
  createHash('sha256')
    .update(JSON.stringify([caller.session_id, paths, known]))
    .digest('base64');

/** An agent that calls. */
interface Seen {
  user_id: number;
  session_id: number;
  agent_id: number;
}

/** Notes that agents called; for each whether it may still call. */
async function seeAgents(deps: Deps, calls: Seen[]): Promise<boolean[]> {
  const args = [
    deps.clock.now(),
    calls.map(({ user_id }) => user_id),
    calls.map(({ session_id }) => session_id),
    calls.map(({ agent_id }) => agent_id),
  ];
  const seen = await retryAfterDeadlock(() =>
    deps.callAsSystem<{ known: number[]; connected: number[] }>('see_quiet_agents', args),
  );
  const [known, connected] = [new Set(seen.known), new Set(seen.connected)];
  for (const { user_id, agent_id } of calls)
    if (connected.has(agent_id)) announceConnectedAgent(deps, { user_id, agent_id });
  return calls.map(({ agent_id }) => known.has(agent_id));
}
