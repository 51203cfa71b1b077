import { createHash } from 'node:crypto';
import type { Caller } from '../../access/caller.ts';
import type { Deps } from '../../deps.ts';
import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import type { KnownToAgent } from '../../engine/claim/work-call.ts';
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
}

/** One for a server (docs/engine.md#waiting-for-work, docs/scaling.md#what-a-process-keeps-to-itself). */
export function rememberQuietAgents(deps: Deps): ClaimUnlessQuiet {
  const users = new Map<number, Map<number, Quiet>>();
  deps.nudges.watch((user_id) => {
    if (user_id === null) users.clear();
    else users.delete(user_id);
  });
  return async (asked, claim) => {
    const { user, agent_id } = asked.caller;
    // A script of a user has no agent of its own before it claims.
    if (agent_id === null) return claim();
    // An answer from before a nudge goes into the old map, which is no longer read.
    const agents = users.get(user.id) ?? new Map<number, Quiet>();
    users.set(user.id, agents);
    const digest = digestOf(asked);
    const quiet = agents.get(agent_id);
    if (quiet?.asked === digest && isAhead(deps, quiet) && (await seeAgent(deps, asked.caller, agent_id)))
      return { ...quiet.answer, deliveries: [], requests: [] };
    agents.delete(agent_id);
    const { deliveries, requests, ...answer } = await claim();
    // What the screens show of the user's campaigns that wait has changed.
    if (answer.is_quiet && answer.next_at !== null && !quiet) await announce(deps, user.id);
    if (answer.is_quiet) agents.set(agent_id, { asked: digest, answer, at: deps.clock.now().getTime() });
    else if (agents.size === 0 && users.get(user.id) === agents) users.delete(user.id);
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

/** Whether the agent may still call; notes that it did. */
async function seeAgent(deps: Deps, { user, session_id }: Caller, agent_id: number): Promise<boolean> {
  const { is_known, has_connected } = await deps.callAsSystem<{ is_known: boolean; has_connected: boolean }>(
    'see_quiet_agent',
    [deps.clock.now(), user.id, session_id, agent_id],
  );
  if (has_connected) announceConnectedAgent(deps, { user_id: user.id, agent_id });
  return is_known;
}
