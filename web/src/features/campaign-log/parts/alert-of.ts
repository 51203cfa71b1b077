import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import { isFaulting, isOverdue } from '@pigeonpost/contract/campaigns';

/** The event in a few words, and its reason. */
type Alert = { title: string; body: string };

/**
 * The alert for a log line: a campaign that paused by itself, ended or was to start, a profile that stopped. A person's own actions
 * cause none; the line's message tells them apart (docs/behaviour.md#alerts).
 */
export function alertOf(line: CampaignLog): Alert | undefined {
  const { action, campaign_name, profile_name, message } = line;
  switch (action) {
    case 'paused':
      return message === '' ? undefined : { title: `${campaign_name} paused`, body: message };
    case 'scheduled':
      return isOverdue(line) ? { title: `${campaign_name} was to start`, body: message } : undefined;
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
