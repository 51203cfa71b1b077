import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { isFaulting } from '@pigeonpost/contract/campaigns';

/** What happened, in a few words, and why. */
type Alert = { title: string; body: string };

/**
 * What a line of the log calls somebody back to the page for: a campaign that paused by itself or ended, a profile
 * that stopped. What a person did themselves is none; the log tells it by its message (docs/behaviour.md#alerts).
 */
export function alertOf(line: CampaignLog): Alert | undefined {
  const { action, campaign_name, profile_name, message } = line;
  switch (action) {
    case 'paused':
      return message === '' ? undefined : { title: `${campaign_name} paused`, body: message };
    case 'completed':
      return message === ''
        ? { title: `${campaign_name} is done`, body: 'Nobody is left to write to.' }
        : undefined;
    case 'failed':
      return { title: `${campaign_name} failed`, body: 'Nobody could be reached.' };
    case 'profile_blocked': {
      const name = profile_name ?? 'A profile';
      return { title: isFaulting(line) ? `${name} cannot start` : `${name} stopped`, body: message };
    }
    default:
      return undefined;
  }
}
