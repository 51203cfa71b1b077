import { paths } from '../../../paths.ts';

const { settings, settingsSending, settingsPeople, settingsAgents, settingsAccount } = paths;

/** The parts of Settings in their order. */
export const PARTS = [
  { to: settings, title: 'General' },
  { to: settingsSending, title: 'Sending' },
  { to: settingsPeople, title: 'People' },
  { to: settingsAgents, title: 'Site and agents' },
  { to: settingsAccount, title: 'Account' },
] as const;

/** The cards and lines of Settings, each with its part and other words under which one may look for it. */
export const LINES = {
  automation: { to: settings, title: 'Automation Settings', also: 'pace delay retries speed' },
  token: { to: settings, title: 'Authentication Token', also: 'login agent download' },
  subscription: { to: settings, title: 'Subscription Information', also: 'pack renew end date' },
  account: { to: settings, title: 'Account Information', also: 'username role' },
  hours: { to: settingsSending, title: 'Sending hours', also: 'week days night' },
  'quiet-dates': { to: settingsSending, title: 'Quiet dates', also: 'holidays' },
  caps: { to: settingsSending, title: 'Limits', also: 'caps at most an hour a day' },
  'never-twice': { to: settingsSending, title: 'Never write to the same person twice', also: 'skip again' },
  names: { to: settingsPeople, title: 'Recipient format', also: 'usernames addresses names' },
  sender: { to: settingsPeople, title: 'Sender’s name', also: 'stop link optout' },
  source: { to: settingsPeople, title: 'Only people with a stated source', also: 'where from' },
  replies: { to: settingsPeople, title: 'Replies', also: 'read quiet days texts' },
  'stop-words': { to: settingsPeople, title: 'Stop words', also: 'languages' },
  budget: { to: settingsPeople, title: 'Without a reply', also: 'budget messages' },
  known: { to: settingsPeople, title: 'Fields and tags', also: 'columns count people' },
  site: { to: settingsAgents, title: 'Site', also: 'driver xmpp snac practice' },
  machines: { to: settingsAgents, title: 'Machines', also: 'agents revoke connected' },
  'time-zone': { to: settingsAccount, title: 'Time zone', also: 'clock' },
  email: { to: settingsAccount, title: 'E-mail address', also: 'mail notifications' },
  password: { to: settingsAccount, title: 'Password', also: 'change password' },
  notifications: {
    to: settingsAccount,
    title: 'Notifications',
    also: 'bell mail tell me when',
  },
  sessions: { to: settingsAccount, title: 'Sessions', also: 'browsers log out everywhere' },
  activity: { to: settingsAccount, title: 'Activity', also: 'audit log changes history' },
} as const;

export type LineId = keyof typeof LINES;

/** The line that an address names; undefined for any other text. */
export function lineOf(text: unknown): LineId | undefined {
  return typeof text === 'string' && Object.hasOwn(LINES, text) ? (text as LineId) : undefined;
}

/** The `validateSearch` of Settings: the line that is open. */
export function validateLineSearch(raw: Record<string, unknown>): { line?: LineId } {
  const line = lineOf(raw.line);
  return line ? { line } : {};
}
