import type { Outcome } from '@pigeonpost/contract/agent';
import type { DeliveryState } from '@pigeonpost/contract/campaigns';
import type { Rules } from './rules.ts';
import {
  completeIfDone,
  HELD,
  isOver,
  noteOutcome,
  pace,
  pauseIneligible,
  rowOf,
  transition,
} from './server-model.ts';
import {
  at,
  type Gone,
  IN_USE,
  MAX_RETRIES,
  type Message,
  PACE,
  type Row,
  type Server,
  type State,
} from './state.ts';

interface Report {
  token: number;
  campaign: number;
  name: number;
  outcome: Outcome;
  isBlocked: boolean;
  isSignedOut: boolean;
  isInUse: boolean;
  isUnreachable: boolean;
  isFault: boolean;
  server: Server;
}

/** The recorded state, or 'stale'. */
export function result(s: State, report: Report, rules: Rules): string {
  const { campaign, name, token, outcome } = report;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const to = judgeResult(s, report, rules);
  if (to === null) return believeOfDeleted(s, report, rules) ?? 'stale';
  const wasHeld = row !== null && HELD.includes(row.state);
  const countsLate = judgeLate(row, report, rules);
  const isUncounted = isNotItsFault(report) && rules.restsCostNoTry;
  const fails = outcome === 'failed' && (wasHeld || countsLate) && !isUncounted;
  const isNews = row?.state !== to || !isMine || countsLate || (rests(report) && isMine && !row.isHeard);
  const answer = to === 'waiting' && isOver(s, campaign) ? 'stopped' : to;
  if (!isNews) return answer;
  const change: Partial<Row> = { token, isHeard: true, failures: (row?.failures ?? 0) + (fails ? 1 : 0) };
  if (to === 'waiting' && wasHeld) change.retryAt = isNotItsFault(report) ? 0 : PACE;
  if (to === 'waiting' && wasHeld && isNotItsFault(report)) change.tries = row.tries - 1;
  paceAfter(s, { row, to, report });
  transition(s, { campaign, name, to, change });
  if (isMine && row.profile !== null) {
    if (wasHeld && !report.isInUse)
      Object.assign(at(s.profiles, row.profile), { isFaulted: false, isResting: false });
    rest(s, { index: row.profile, report }, rules);
  }
  const c = at(s.campaigns, campaign);
  if (to === 'sent' && c.status === 'failed') c.status = 'completed';
  completeIfDone(s, campaign, rules);
  return answer;
}

/** The campaign under which the ledger notes messages without a delivery. */
export const NO_CAMPAIGN = -1;

/** The accepted state of a delivery that was deleted with its campaign; null if there is none. */
function believeOfDeleted(s: State, report: Report, rules: Rules): DeliveryState | null {
  const { campaign, name, token, outcome, server } = report;
  if (!at(s.campaigns, campaign).isDeleted || rowOf(s, campaign, name) || server === 'another') return null;
  if (!rules.deletedCampaignsAreBelieved) return null;
  const gone = at(at(s.gone, campaign), name);
  if (!gone && (server !== 'this' || at(s.names, name).isDeleted)) return null;
  const to = judgeOfDeleted(gone, { token, outcome });
  const [noted, was] = gone ? [campaign, 'uncertain'] : [NO_CAMPAIGN, undefined];
  if (to) noteOutcome(s, { campaign: noted, name, was, to });
  return to;
}

function judgeOfDeleted(
  gone: Gone | null,
  { token, outcome }: Pick<Report, 'token' | 'outcome'>,
): DeliveryState | null {
  if (outcome === 'sent') return 'sent';
  if (outcome === 'unknown') return gone?.settled === token ? null : 'uncertain';
  return gone?.token === token ? outcome : null;
}

/** A pause follows every try that reached a person or the site, or may have; it is never shortened. */
function paceAfter(
  s: State,
  { row, to, report }: { row: Row | null; to: DeliveryState; report: Report },
): void {
  if (!row || row.profile === null) return;
  const isTriedAgain = to === 'waiting' || to === 'stopped';
  const isItsOwn = row.token === report.token && PACED.includes(row.state);
  const reached = !isTriedAgain || (report.outcome === 'failed' && row.state !== 'waiting' && !rests(report));
  if (to === 'waiting' && report.isInUse) pace(s, row.profile, IN_USE);
  else if (reached && (isItsOwn || row.state === 'sending')) pace(s, row.profile, PACE);
}

const PACED: readonly string[] = ['leased', 'sending', 'waiting', 'stopped'];

/** Whether the profile or the site is at fault, and not the name. */
const isNotItsFault = (report: Report) => rests(report) || report.isInUse || report.isUnreachable;
const rests = ({ isBlocked, isSignedOut, isFault }: Report) => isBlocked || isSignedOut || isFault;

function rest(
  s: State,
  { index, report: { isBlocked, isSignedOut, isFault } }: { index: number; report: Report },
  rules: Rules,
): void {
  const profile = at(s.profiles, index);
  const isNews = (isBlocked && !profile.isBlocked) || (isSignedOut && !profile.isSignedOut);
  profile.isBlocked ||= isBlocked;
  profile.isSignedOut ||= isSignedOut;
  if (isFault) Object.assign(profile, { isFaulted: true, isResting: true });
  if (isNews) pauseIneligible(s, rules);
}

/** Whether this `failed` counts for a lease that ended before begin without counting itself. */
function judgeLate(row: Row | null, report: Report, rules: Rules): boolean {
  const { token, outcome } = report;
  if (row?.token !== token || row.state !== 'waiting' || row.lapsed !== token) return false;
  return outcome === 'failed' && !isNotItsFault(report) && !(row.isHeard && rules.lateFailedCountsOnce);
}

/** A report of another server does not count, and one without a row only from this server, for its own list. */
function isBelieved(s: State, { campaign, name, server }: Report, rules: Rules): boolean {
  if (server === 'another') return !rules.onlyThisServerIsBelieved;
  if (rowOf(s, campaign, name)) return true;
  if (server === 'none' && rules.onlyThisServerIsBelieved) return false;
  const { position, firstPosition, isDeleted } = at(s.names, name);
  const came = rules.movedNamesAreBelieved ? firstPosition : position;
  return !isDeleted && (came <= (at(s.campaigns, campaign).mark ?? came) || !rules.onlyItsListIsBelieved);
}

function judgeResult(s: State, report: Report, rules: Rules): DeliveryState | null {
  const { campaign, name, token, outcome } = report;
  if (at(s.campaigns, campaign).isGone || !isBelieved(s, report, rules)) return null;
  const row = rowOf(s, campaign, name);
  const isMine = row?.token === token;
  const said = outcome === 'unknown' ? (rules.unknownIsNotRetried ? 'uncertain' : 'waiting') : outcome;
  if (row && isMine && HELD.includes(row.state)) {
    if (outcome !== 'failed') return said;
    return (isNotItsFault(report) && rules.restsCostNoTry) || row.failures < MAX_RETRIES
      ? 'waiting'
      : 'failed';
  }
  if (row && isMine && row.state === 'waiting' && outcome === 'failed')
    return judgeLate(row, report, rules) && row.failures >= MAX_RETRIES ? 'failed' : 'waiting';
  if (row && isMine && row.state === 'stopped' && outcome === 'failed') return 'stopped';
  if (row && isMine && row.state === said) return row.state;
  if (outcome === 'sent' && row?.state !== 'sent') return rules.lateSentIsBelieved ? 'sent' : null;
  if (outcome === 'failed' && row?.state === 'uncertain' && (isMine || !rules.lateFailedNeedsItsToken))
    return 'failed';
  if (outcome !== 'unknown' || row?.settled === token) return null;
  return judgeDoubt(s, row, rules);
}

/** The effect of an `unknown` of another lease than the row's: the message may have been sent in any case. */
function judgeDoubt(s: State, row: Row | null, rules: Rules): DeliveryState | null {
  switch (row?.state) {
    case 'sent':
      return null;
    case 'sending':
      return s.isFrozen && rules.doubtEndsRestoredSending ? 'uncertain' : null;
    case 'uncertain':
      return rules.doubtTakesTheLease ? 'uncertain' : null;
    case 'failed':
    case 'not_found':
    case 'skipped':
      return rules.doubtReopens ? 'uncertain' : null;
    default:
      return 'uncertain';
  }
}

/** A report of a journal that is unrelated to this server's deliveries. */
export function strayReport({
  campaign,
  name,
  server,
}: {
  campaign: number;
  name: number;
  server: Server;
}): Message & { to: 'server' } {
  const message = { to: 'server', kind: 'result', profile: 0, token: 0, campaign, name } as const;
  return {
    ...message,
    outcome: 'sent',
    isBlocked: false,
    isSignedOut: false,
    isInUse: false,
    isUnreachable: false,
    isFault: false,
    server,
  };
}
