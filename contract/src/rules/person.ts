import { SENDING_LEASE_SECONDS } from '../agent.ts';
import { localTime, type Zone } from '../local-time.ts';
import type { Reason } from '../reasons.ts';
import { isTest } from '../tests.ts';
import type { Ms } from './change.ts';
import type { Account, BegunMessage, Campaign, Ledger, Person, Settings } from './facts.ts';
import { SLACK_SECONDS } from './time.ts';
import { type Blanks, findUnfit } from './unfit.ts';

const DAY_MS = 86_400_000;

/** By what a person is judged: their account, the campaign, the values that fill its text, and the moment. */
export interface Judging {
  account: Account;
  campaign: Campaign;
  blanks: Blanks;
  now: Ms;
}

/**
 * Why this person gets no message of the campaign; null: they may (docs/engine.md#reasons). A test goes to the same name
 * again and again (docs/engine.md#tests).
 */
export function findSkip(person: Person, judging: Judging): Reason | null {
  if (person.is_on_do_not_contact) return { kind: 'do_not_contact' };
  const { campaign, blanks } = judging;
  const known = isTest(campaign.id)
    ? null
    : (findMessaged(person, judging) ?? findLeftAlone(person, judging));
  return known ?? (campaign.parts && findUnfit(campaign.parts, person.recipient, blanks));
}

/** Whether this entry of the ledger is a message that is being sent at the moment. */
export function isUnderWay(message: BegunMessage, now: Ms): boolean {
  return (
    message.unclear === undefined && momentOf(message) > now - (SENDING_LEASE_SECONDS + SLACK_SECONDS) * 1000
  );
}

/** To the microsecond, as tables have it: the product of seconds would differ from the same moment elsewhere. */
export const momentOf = ({ at }: BegunMessage): Ms => Math.round(at * 1_000_000) / 1000;

/**
 * When the person was last messaged, or may have been: all that was begun counts once it is over and not known to have failed.
 * What began longer ago than a lease lasts is over, even if no server wrote down how it ended.
 */
function messagedAt({ last_messaged_at, begun }: Ledger, now: Ms): Ms | null {
  let last = last_messaged_at;
  for (const message of Object.values(begun))
    if (!isUnderWay(message, now)) last = Math.max(last ?? Number.NEGATIVE_INFINITY, momentOf(message));
  return last;
}

/** When the message was begun that this one follows: it counts in a follow-up alone, whatever list this is. */
export function followsAt({ follows_at }: Person, { is_follow_up }: Campaign): Ms | null {
  return is_follow_up ? follows_at : null;
}

/** Of a follow-up only what was sent since counts, whatever the setting is (docs/engine.md#never-the-same-person). */
function findMessaged(person: Person, { account, campaign, now }: Judging): Reason | null {
  const at = person.ledger && messagedAt(person.ledger, now);
  if (at === null) return null;
  const day = dayOf(at, account.zone);
  const follows_at = followsAt(person, campaign);
  if (follows_at !== null) return at > follows_at ? { kind: 'messaged', is_meanwhile: true, day } : null;
  const { never_twice_days } = account.settings;
  if (never_twice_days === null || at <= now - never_twice_days * DAY_MS) return null;
  return { kind: 'messaged', day, ...(at === person.ledger?.last_messaged_at ? {} : { is_unclear: true }) };
}

/** Why somebody is left alone (docs/engine.md#left-alone). */
function findLeftAlone(person: Person, judging: Judging): Reason | null {
  const { account, campaign, now } = judging;
  const { left_out_list: list, left_out_tag: tag, ledger } = person;
  const heard = account.settings.hears_replies ? findHeard(person, judging) : null;
  if (heard) return heard;
  if (list !== null) return { kind: 'left_out', list };
  if (tag !== null) return { kind: 'left_out', tag };
  const { replied_days } = campaign;
  if (replied_days !== null && isLater(ledger?.replied_at, now - replied_days * DAY_MS))
    return { kind: 'left_out', replied_days };
  return account.settings.require_source && !person.has_source ? { kind: 'no_source' } : null;
}

/** Who replied to a campaign before this one is left alone for the quiet days; what did not start yet starts now. */
function findHeard(person: Person, { account, campaign, now }: Judging): Reason | null {
  const { quiet_days, budget }: Settings = account.settings;
  const replied_at = person.ledger?.replied_at ?? null;
  const since =
    followsAt(person, campaign) ?? Math.min(campaign.started_at ?? now, now - quiet_days * DAY_MS);
  if (replied_at !== null && replied_at > since)
    return { kind: 'replied', day: dayOf(replied_at, account.zone) };
  if (person.is_undecided) return { kind: 'undecided_stop' };
  const messages = person.ledger?.unreplied ?? 0;
  return budget !== null && messages >= budget ? { kind: 'budget', messages } : null;
}

const isLater = (at: Ms | null | undefined, since: Ms) => at !== null && at !== undefined && at > since;
const dayOf = (at: Ms, zone: Zone) => localTime(at, zone).day;
