import { announceCampaigns } from '../../engine/announce-campaigns.ts';
import type { EngineContext } from '../../engine/context.ts';

/** Tells a user's browsers that sending waits, or goes on (docs/behaviour.md#freezes): the notice, and what campaigns wait for. */
export async function announceFreeze(context: EngineContext, user_id: number): Promise<void> {
  await announceCampaigns(context, { user_id });
  context.afterCommit(() => context.deps.publish(user_id, 'user_update', { user_id }));
}
