import type { CampaignLog } from '@pigeonpost/contract/calls/campaigns';
import type { ReasonKind } from '@pigeonpost/contract/reasons';
import { shownName } from '@pigeonpost/contract/recipients';

const LABELS: Record<CampaignLog['action'], string> = {
  started: 'started',
  message_sent: 'sent',
  message_failed: 'failed',
  retry: 'retry',
  skipped: 'skipped',
  profile_blocked: 'blocked',
  paused: 'paused',
  completed: 'done',
  failed: 'failed',
  scheduled: 'scheduled',
  undone: 'undone',
  put_back: 'put back',
  replied: 'replied',
};

/** The parts of a line: its label, subject, reason, and campaign and profile. */
type FormattedLogLine = { label: string; subject: string; message: string; context: string };

/** The texts of a log line, without repeating its subject. */
export function formatLogLine(line: CampaignLog): FormattedLogLine {
  const { action, recipient, profile_name, campaign_name, message, reason_kind } = line;
  const isOfProfile = action === 'profile_blocked' && profile_name !== null;
  const subject =
    recipient && !isOfProfile ? shownName(recipient) : isOfProfile ? profile_name : campaign_name;
  const context = [campaign_name, profile_name].filter((name) => name !== null && name !== subject);
  return {
    label: (reason_kind && LABELS_BY_REASON[reason_kind]) ?? LABELS[action],
    subject,
    message,
    context: context.join(' · '),
  };
}

const LABELS_BY_REASON: Partial<Record<ReasonKind, string>> = {
  unclear: 'unclear',
  given_to_all: 'given',
  signed_out: 'stopped',
  cannot_start: 'stopped',
  unlisted: 'stopped',
  obstructed: 'stopped',
};
