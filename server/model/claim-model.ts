import {
  type Candidate,
  type Claim,
  keyOfLine,
  type LineToRead,
  type ReadLines,
} from '@pigeonpost/contract/rules/claim';
import type { ClaimFacts, Running } from '@pigeonpost/contract/rules/due-senders';
import type { RunningCampaign, Sender } from '@pigeonpost/contract/rules/facts';
import { canaryFactsOf } from './canary-model.ts';
import { completeIfDone, pauseIneligible } from './course-model.ts';
import {
  accountOf,
  blanksOf,
  campaignOf,
  dayOf,
  idOf,
  indexOf,
  NOW,
  personOf,
  profileOf,
  retryAtOf,
  valueIn,
} from './facts.ts';
import { cursorOf, isInLine, type Line, readTo } from './follow-up-model.ts';
import { countLeased, noteHandedOut } from './pace-model.ts';
import type { Rules } from './rules.ts';
import { isPending, rowOf, transition } from './server-model.ts';
import { at, type Campaign, type State } from './state.ts';

/**
 * The next names for these profiles, as tokens; null if there is none. A call without a delivery notices that its user may not
 * send.
 */
export function claimFor(s: State, profiles: number[], rules: Rules): (number | null)[] {
  const { chosen, passed_over, cursors, over } = choose(s, profiles, rules);
  for (const { campaign_id, whose, cursor } of cursors)
    readTo(at(s.campaigns, indexOf(campaign_id)), ofLine(whose), cursor, rules);
  const tokens = new Map(chosen.map((one) => [indexOf(one.sender.profile.id), lease(s, one)]));
  for (const { campaign_id, recipient_id: name, change } of passed_over) {
    const { state: to, retry_at } = change;
    const retried = retry_at === undefined ? {} : { retryAt: retryAtOf(retry_at) };
    transition(s, { campaign: indexOf(campaign_id), name, to, change: retried });
  }
  for (const id of over) completeIfDone(s, indexOf(id), rules);
  if (chosen.length === 0 && !s.maySend) pauseIneligible(s, rules);
  return profiles.map((profile) => tokens.get(profile) ?? null);
}

type Chosen = Claim<Sender, RunningCampaign>;

/** Decides a claim, each line as far as it asks for it. */
function choose(s: State, profiles: number[], rules: Rules): Chosen {
  const facts = claimFactsOf(s, profiles, rules);
  const lines: ReadLines = new Map();
  for (;;) {
    const found = rules.judgeClaim(facts, lines, NOW);
    if ('chosen' in found) return found;
    for (const line of found) lines.set(keyOfLine(line), { people: peopleOf(s, line, rules), is_end: true });
  }
}

function claimFactsOf(s: State, profiles: number[], rules: Rules): ClaimFacts {
  return {
    account: accountOf(s),
    running: s.campaigns.flatMap(({ status, isDeleted }, campaign) =>
      status === 'running' && !isDeleted ? [runningOf(s, { campaign, profiles }, rules)] : [],
    ),
    day: dayOf(s.cap, s.begun),
    handed_out: countLeased(s),
    agent_id: 1,
    any_machine: true,
    capacity: profiles.length,
  };
}

function runningOf(
  s: State,
  { campaign, profiles }: { campaign: number; profiles: number[] },
  rules: Rules,
): Running<Sender, RunningCampaign> {
  const c = at(s.campaigns, campaign);
  return {
    campaign: campaignOf(s, campaign),
    list_id: 1,
    mark: c.mark,
    cursor: c.cursor,
    shared_cursor: c.cursor,
    is_reread: false,
    ...canaryFactsOf(s, campaign, rules),
    stop_link: null,
    is_undoing: false,
    next_retry_at: null,
    day: dayOf(c.cap, c.begun),
    handed_out: countLeased(s, campaign),
    senders: profiles
      .filter((profile) => c.profiles.includes(profile))
      .map((profile) => senderOf(s, { c, profile }, rules)),
  };
}

function senderOf(s: State, { c, profile }: { c: Campaign; profile: number }, rules: Rules): Sender {
  const { lease, dueAt, isResting } = at(s.profiles, profile);
  return {
    profile: profileOf(s, profile),
    agent_id: null,
    is_at_work: lease !== null,
    // Below now it was due before, in order.
    next_send_at: dueAt === 0 ? null : dueAt,
    fault_until: isResting ? NOW + 60_000 : null,
    own_cursor: c.isFollowUp ? cursorOf(c, profile, rules) : 0,
  };
}

const ofLine = (whose: number | null): Line => (whose ? indexOf(whose) : null);

/** Everybody of a line, or of those who are to be tried again and are due, in their order. */
function peopleOf(
  s: State,
  { campaign_id, whose, is_retry, after, mark }: LineToRead,
  rules: Rules,
): Candidate[] {
  const campaign = indexOf(campaign_id);
  const line = ofLine(whose);
  const names = s.names
    .map((target, name) => ({ target, name, row: rowOf(s, campaign, name) }))
    .filter(({ target, name, row }) =>
      is_retry
        ? row?.state === 'waiting' && row.retryAt <= NOW && isTriedIn(s, { campaign, name }, line, rules)
        : isPending(target) &&
          isInLine(s, { campaign, name }, line, rules) &&
          target.position > after &&
          target.position <= mark,
    )
    .sort((one, other) =>
      is_retry
        ? (one.row?.retryAt ?? 0) - (other.row?.retryAt ?? 0) || one.name - other.name
        : one.target.position - other.target.position,
    );
  return names.map(({ name }) => candidateOf(s, { campaign, name }, rules));
}

/** A name that is gone is nobody's. */
const isTriedIn = (s: State, person: { campaign: number; name: number }, line: Line, rules: Rules) =>
  at(s.names, person.name).isDeleted && at(s.campaigns, person.campaign).isFollowUp
    ? line === null
    : isInLine(s, person, line, rules);

function candidateOf(
  s: State,
  { campaign, name }: { campaign: number; name: number },
  rules: Rules,
): Candidate {
  const { isDeleted, position, status, campaign: holder, person } = at(s.names, name);
  const row = rowOf(s, campaign, name);
  const isKnown = row !== null && (rules.pulledStays || !row.isTakenOut);
  return {
    id: name,
    position: isDeleted ? null : position,
    status: isDeleted ? null : status,
    held_by: isDeleted || holder === null ? null : idOf(holder),
    person: personOf(s, { campaign, name }),
    fields: blanksOf(at(s.values, person)),
    source: null,
    delivery: isKnown
      ? { is_settled: row.settled !== 0, blanks: row.wasBegun ? blanksOf(row.value) : null }
      : null,
  };
}

/** Hands a name out, by a new token. */
function lease(s: State, { running, sender, recipient_id: name, blanks }: Chosen['chosen'][number]): number {
  const campaign = indexOf(running.campaign.id);
  const profile = indexOf(sender.profile.id);
  const token = s.nextToken++;
  const tries = (rowOf(s, campaign, name)?.tries ?? 0) + 1;
  const change = { token, profile, tries, value: valueIn(blanks), isHeard: false };
  transition(s, { campaign, name, to: 'leased', change });
  at(s.profiles, profile).lease = { token, campaign, name, isOver: false };
  noteHandedOut(s, campaign);
  return token;
}
