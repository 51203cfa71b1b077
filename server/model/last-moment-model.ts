import { at, type State } from './state.ts';

/** Whether a campaign's last moment, if it has one, is far enough ahead for a message to be begun. */
export const isBeforeLast = (s: State, campaign: number): boolean =>
  ['none', 'ahead'].includes(at(s.campaigns, campaign).lastMoment);

/** Whether it has passed, so that the campaign is paused, and does not start before its owner changes that. */
export const isPastLast = (s: State, campaign: number): boolean =>
  at(s.campaigns, campaign).lastMoment === 'past';
