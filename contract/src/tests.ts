/** Campaigns and lists have ids up to this one, tests and their lists those above it (docs/engine.md#tests). */
export const LAST_CAMPAIGN_ID = 1_000_000_000;

/** Whether this is the campaign, or the list, of a test. */
export const isTest = (id: number): boolean => id > LAST_CAMPAIGN_ID;

/** How many tests a user may send on a day of theirs. */
export const TESTS_A_DAY = 20;
export const ENOUGH_TESTS = 'Twenty tests a day are enough. They begin again at midnight.';

/** How long a test waits for an agent, from the moment at which its profile may send. */
export const TEST_WAIT_MINUTES = 10;
/** How long a test can be looked at. */
export const TEST_KEPT_DAYS = 7;

/** Where a test is: with no agent yet, with one, and how it ended. */
export const TEST_STATES = ['waiting', 'sending', 'sent', 'failed', 'unclear'] as const;

/** Whether nothing more happens with it. */
export const hasTestEnded = (state: (typeof TEST_STATES)[number]): boolean =>
  state !== 'waiting' && state !== 'sending';

/** Why profiles that send a test are not free. */
export const sendsTestText = (profiles: string[]): string =>
  `${profiles.join(', ')} ${profiles.length === 1 ? 'is' : 'are'} sending a test. Try again in a minute.`;

/** Why a profile is not free for a test. */
export const sendsCampaignText = ({ profile, campaign }: { profile: string; campaign: string }): string =>
  `${profile} is sending ${campaign}. Choose a free profile, or pause that campaign.`;

/** Why a profile sends no test for now. */
export const atCapText = (profile: string): string => `${profile} has sent what its cap allows for now.`;
export const ACCOUNT_AT_CAP = 'Your account has sent what its cap allows for today.';

/** Why the own name cannot get this text; `unfit` comes from the engine. */
export const unfitTestText = ({ recipient, unfit }: { recipient: string; unfit: string }): string =>
  `${recipient} would get no message: ${unfit}.`;

/** Why the own name gets no test. */
export const onDoNotContactText = (recipient: string): string =>
  `${recipient} is on your do-not-contact list.`;
