import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import type { ReasonKind } from '@pigeonpost/contract/reasons';

/** The event in a few words, and its reason. */
type Alert = { title: string; body: string };

const RESTS: Partial<Record<ReasonKind, string>> = {
  obstructed: 'cannot go on',
  cannot_start: 'cannot start',
  unlisted: 'cannot start',
};

/**
 * The alert for a log line: a campaign that paused by itself, ended or was to start, a profile that stopped. A person's own actions
 * cause none; the line's message tells them apart (docs/behaviour.md#alerts).
 */
export function alertOf(line: CampaignLog): Alert | undefined {
  const { action, campaign_name, profile_name, message, reason_kind } = line;
  switch (action) {
    case 'paused':
      return message === '' ? undefined : { title: `${campaign_name} paused`, body: message };
    case 'scheduled':
      return reason_kind === 'overdue'
        ? { title: `${campaign_name} was to start`, body: message }
        : undefined;
    case 'completed':
      return message === ''
        ? { title: `${campaign_name} is done`, body: 'Nobody is left to write to.' }
        : undefined;
    case 'failed':
      return { title: `${campaign_name} failed`, body: 'Nobody could be reached.' };
    case 'profile_blocked': {
      const what = (reason_kind && RESTS[reason_kind]) ?? 'stopped';
      return { title: `${profile_name ?? 'A profile'} ${what}`, body: message };
    }
    default:
      return undefined;
  }
}
