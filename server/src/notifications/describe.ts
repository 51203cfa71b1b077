import { startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import { shownMoment } from '@pigeonpost/contract/local-time';
import { formatBrowser } from '@pigeonpost/contract/notifications/format-browser';
import type { NotificationValues, Told } from '@pigeonpost/contract/notifications/notice';
import { pauseWords } from '@pigeonpost/contract/pauses';

/** A notification in words. A note has no full stop. */
export interface Words {
  title: string;
  note: string;
}

/** Shows a moment as the screens of its user do. */
type ShowMoment = (iso: string) => string;

type Describe<Kind extends keyof NotificationValues> = (
  values: NotificationValues[Kind],
  showMoment: ShowMoment,
) => Words;

const WORDS: { [Kind in keyof NotificationValues]: Describe<Kind> } = {
  profile_blocked: ({ profile_name }) => ({
    title: `${profile_name} is blocked`,
    note: 'It sends nothing until you press Resume',
  }),
  profile_signed_out: ({ profile_name }) => ({
    title: `${profile_name} is signed out`,
    note: 'Open it, sign in and press Resume',
  }),
  profile_resting: ({ profile_name }) => ({
    title: `${profile_name} rests`,
    note: 'It could not go on; it is tried again by itself',
  }),
  agent_away: ({ machine_name }) => ({
    title: `No agent on ${machine_name}`,
    note: 'It has been away for 10 minutes while a campaign runs',
  }),
  campaign_paused: ({ campaign_name, pause }) => ({
    title: `${campaign_name} is paused`,
    note: pauseWords(pause),
  }),
  campaign_review: ({ campaign_name, people }) => ({
    title: `${campaign_name} waits for a look`,
    note: people === 1 ? 'The first one is done' : `The first ${count(people)} are done`,
  }),
  campaign_overdue: ({ campaign_name, problem }) => ({
    title: `${campaign_name} has not started`,
    note: (problem ? startProblemWords(problem) : 'The server was off at that moment').replace(/\.$/, ''),
  }),
  campaign_ended: ({ campaigns }) => {
    const [first] = campaigns;
    if (first && campaigns.length === 1)
      return {
        title: `${first.campaign_name} has ended`,
        note: `${count(first.sent)} of ${count(first.sent + first.failed)} sent`,
      };
    const sent = campaigns.reduce((sum, campaign) => sum + campaign.sent, 0);
    const of = campaigns.reduce((sum, campaign) => sum + campaign.sent + campaign.failed, 0);
    return {
      title: `${count(campaigns.length)} campaigns have ended`,
      note: `${listed(campaigns.map(({ campaign_name }) => campaign_name))}: ${count(sent)} of ${count(of)} sent`,
    };
  },
  wishes: (values) => ({
    title: `${values.count === 1 ? '1 reply' : `${count(values.count)} replies`} to decide on`,
    note: `${values.count === 1 ? 'It' : 'They'} may ask you to stop`,
  }),
  replied: ({ campaign_name, count: people }) => ({
    title: `${people === 1 ? '1 person' : `${count(people)} people`} replied`,
    note: campaign_name,
  }),
  ticket_answered: ({ subject }) => ({ title: 'Your ticket was answered', note: subject }),
  new_sign_in: ({ user_agent, address }) => ({
    title: 'A new browser signed in',
    note: `${formatBrowser(user_agent)}, from ${address}`,
  }),
  subscription_ends: ({ end_date, days }, showMoment) => ({
    title: days === 0 ? 'Your subscription has ended' : 'Your subscription ends soon',
    note: showMoment(end_date),
  }),
  ticket_waits: ({ subject, username }) => ({
    title: 'A ticket has waited for a day',
    note: `${subject}, from ${username}`,
  }),
  reset_requested: (values) => ({
    title:
      values.count === 1 ? 'A password was forgotten' : `${count(values.count)} passwords were forgotten`,
    note: 'Make a link in User Management',
  }),
  mail_lost: (values) => ({
    title: values.count === 1 ? 'A mail was given up' : `${count(values.count)} mails were given up`,
    note: 'The mail server did not take it: npm run doctor says more',
  }),
  backup_late: ({ last }, showMoment) => ({
    title: 'A backup is due',
    note: last === undefined ? 'There is none yet' : `The last one is of ${showMoment(last)}`,
  }),
};

const NAMES_SHOWN = 3;

/** 'Autumn, Winter and 2 more' */
function listed(names: string[]): string {
  const more = names.length - NAMES_SHOWN;
  const shown = more > 0 ? [...names.slice(0, NAMES_SHOWN), `${count(more)} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const count = (number: number) => number.toLocaleString('en-US');

/** A notification in words, with moments as the screens of a user in this zone show them. */
export function describe(told: Told, zone: string): Words {
  return (WORDS[told.kind] as Describe<keyof NotificationValues>)(told.args as never, (iso) =>
    shownMoment(Date.parse(iso), zone),
  );
}
