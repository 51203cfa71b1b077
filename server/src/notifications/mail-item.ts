import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import type { Told } from '@pigeonpost/contract/notifications/notice';
import { describe } from './describe.ts';

/** A notification as a mail says it: its words and the one place that it leads to. */
interface MailItem {
  title: string;
  text: string;
  link: { label: string; url: string };
}

/** Where each kind leads, on the screens of its user. */
const PLACES: Record<NotificationKind, { label: string; path: (args: Told['args']) => string }> = {
  profile_blocked: { label: 'Look at your profiles', path: () => '/profiles?state=blocked' },
  profile_signed_out: { label: 'Look at your profiles', path: () => '/profiles?state=signed_out' },
  profile_resting: { label: 'Look at your profiles', path: () => '/profiles' },
  agent_away: { label: 'Start the agent', path: () => '/settings?line=token' },
  campaign_paused: { label: 'Look at the campaign', path: pathOfCampaign },
  campaign_review: { label: 'Look at the campaign', path: pathOfCampaign },
  campaign_overdue: { label: 'Look at the campaign', path: pathOfCampaign },
  campaign_ended: { label: 'Look at what was reached', path: pathOfCampaign },
  wishes: { label: 'Decide', path: () => '/replies?stop=perhaps' },
  replied: { label: 'Look at the campaign', path: pathOfCampaign },
  ticket_answered: { label: 'Read the answer', path: pathOfTicket },
  new_sign_in: { label: 'Look at your sessions', path: () => '/settings/account?line=sessions' },
  subscription_ends: { label: 'Renew', path: () => '/settings?line=subscription' },
  ticket_waits: { label: 'Answer', path: pathOfTicket },
  reset_requested: { label: 'Make a link', path: () => '/users' },
  mail_lost: { label: 'Look', path: () => '/dashboard' },
  backup_late: { label: 'Look', path: () => '/dashboard' },
};

/** A notification in the words of a mail, with an address of this server. */
export function mailItem(
  told: Told,
  { publicUrl, timeZone }: { publicUrl: string; timeZone: string },
): MailItem {
  const { title, note } = describe(told, timeZone);
  const { label, path } = PLACES[told.kind];
  return { title, text: `${title}. ${note}.`, link: { label, url: `${publicUrl}${path(told.args)}` } };
}

function pathOfCampaign(args: Told['args']): string {
  if ('campaign_id' in args) return `/campaigns/${args.campaign_id}`;
  const [only, ...others] = 'campaigns' in args ? args.campaigns : [];
  return only && others.length === 0 ? `/campaigns/${only.campaign_id}` : '/campaigns?status=ended';
}

function pathOfTicket(args: Told['args']): string {
  return 'ticket_id' in args ? `/support/${args.ticket_id}` : '/support';
}
