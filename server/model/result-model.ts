import type { Outcome } from '@pigeonpost/contract/agent';
import { judgeForgotten } from '@pigeonpost/contract/rules/freeze/by-name';
import { judgeRests } from '@pigeonpost/contract/rules/resting/rest';
import type { judgeResult, ResultChange, ResultFacts } from '@pigeonpost/contract/rules/result';
import { completeIfDone, pauseIneligible } from './course-model.ts';
import { NOW } from './facts.ts';
import type { Rules } from './rules.ts';
import { HELD, isOver, pace, rowOf, takeNote, transition } from './server-model.ts';
import {
  at,
  IN_USE,
  MAX_RETRIES,
  type Message,
  type Name,
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
  const { campaign, name, token } = report;
  const row = rowOf(s, campaign, name);
  const facts = factsOf(s, report, rules);
  const { answer, change, of_deleted } = rules.judgeResult(toReport(report), facts, NOW);
  if (answer === 'elsewhere') return believeByName(s, report, facts);
  if (of_deleted?.note)
    takeNote(s, { campaign: facts.trace ? campaign : NO_CAMPAIGN, name, note: of_deleted.note });
  if (change === null) return answer;
  const wasHeld = row !== null && HELD.includes(row.state);
  const changed: Partial<Row> = {
    token: change.takes_token ? token : (row?.token ?? 0),
    isHeard: true,
    failures: change.failures ?? row?.failures ?? 0,
  };
  if (change.retry_at !== undefined) changed.retryAt = change.retry_at;
  if (change.state === 'waiting' && wasHeld && isNotItsFault(report)) changed.tries = row.tries - 1;
  if (change.due_at !== undefined && row && row.profile !== null) pace(s, row.profile, change.due_at);
  transition(s, { campaign, name, to: change.state, change: changed });
  if (row && row.profile !== null) rest(s, { index: row.profile, change }, rules);
  const c = at(s.campaigns, campaign);
  if (change.state === 'sent' && c.status === 'failed') c.status = 'completed';
  completeIfDone(s, campaign, rules);
  return answer;
}

/** What a restored database lacks is believed by name; the words of the model say no moment and no profile. */
function believeByName(
  s: State,
  { campaign, name, outcome: said, token }: Report,
  { name: told, trace }: ResultFacts,
): string {
  if (told === null) return 'stale';
  const outcome = said === 'unknown' ? 'unknown' : 'sent';
  const word = { campaign_id: campaign, outcome, age: undefined, name: told, draw: 0 } as const;
  const delays = { delay_start: 0, delay_end: 0 };
  const facts = { ...delays, backup_at: NOW, known_until: null, by_name: 0, trace, told: NOBODY_TOLD };
  const { answer, believed } = judgeForgotten(word, facts, NOW);
  if (believed?.note) takeNote(s, { campaign, name, note: believed.note });
  const gone = at(s.gone, campaign);
  if (believed) gone[name] = { settled: 0, ...gone[name], token };
  return answer;
}

const NOBODY_TOLD = {
  zone: { changes: [], ahead: [0] },
  sent_by: null,
  is_told_heard: false,
  is_row_heard: false,
};

/** Whether the profile or the site is at fault, and not the name. */
const isNotItsFault = ({ isBlocked, isSignedOut, isFault, isInUse, isUnreachable }: Report) =>
  isBlocked || isSignedOut || isFault || isInUse || isUnreachable;

const toReport = ({ campaign, name, outcome, ...said }: Report): Parameters<typeof judgeResult>[0] => ({
  campaign_id: campaign,
  recipient_id: name,
  outcome,
  blocked: said.isBlocked,
  signed_out: said.isSignedOut,
  profile_in_use: said.isInUse,
  site_unreachable: said.isUnreachable,
  machine_fault: said.isFault,
});

/** Without obstacles, and without what an agent says of a try that its row does not know. */
function factsOf(s: State, { campaign, name, token, server }: Report, rules: Rules): ResultFacts {
  const row = rowOf(s, campaign, name);
  const { isGone, isDeleted } = at(s.campaigns, campaign);
  const gone = at(at(s.gone, campaign), name);
  const target = at(s.names, name);
  const is_own = row?.token === token;
  return {
    state: row?.state ?? null,
    failures: row?.failures ?? null,
    is_own,
    has_lapsed: row?.lapsed === token,
    is_heard: row?.isHeard ?? false,
    is_settled: row?.settled === token,
    is_lent: !is_own && s.profiles.some(({ lease }) => lease?.token === token),
    has_campaign: !isGone,
    is_over: isOver(s, campaign),
    is_deleted: isDeleted,
    is_of_here: server === 'none' ? null : server === 'this',
    had_recipient: hadRecipient(s, { campaign, name }, rules),
    name: target.isDeleted ? null : personName(target),
    trace: gone && {
      recipient: personName(target),
      begun_at: NOW,
      is_own: gone.token === token,
      is_settled: gone.settled === token,
    },
    is_frozen: s.isFrozen,
    backup_at: null,
    known_until: null,
    told: null,
    max_retries: MAX_RETRIES,
    due_at: PACE,
    in_use_until: IN_USE,
    obstacle_facts: null,
  };
}

const personName = ({ person }: Name) => String(person);

/** Whether the campaign's list had the name when it started. */
function hadRecipient(
  s: State,
  { campaign, name }: Pick<Report, 'campaign' | 'name'>,
  rules: Rules,
): boolean {
  const { position, firstPosition, isDeleted } = at(s.names, name);
  const came = rules.movedNamesAreBelieved ? firstPosition : position;
  return !isDeleted && (came <= (at(s.campaigns, campaign).mark ?? came) || !rules.onlyItsListIsBelieved);
}

/** The campaign under which the ledger notes messages without a delivery. */
export const NO_CAMPAIGN = -1;

/** A profile that must rest does, and one with which Firefox has started is at work again. */
function rest(s: State, { index, change }: { index: number; change: ResultChange }, rules: Rules): void {
  const profile = at(s.profiles, index);
  const { blocks, signs_out, faults, obstructs } = change;
  const known = {
    id: index,
    profile_name: '',
    granted: 0,
    is_blocked: profile.isBlocked,
    is_signed_out: profile.isSignedOut,
    is_faulted: profile.isFaulted,
  };
  const word = { blocks, signs_out, faults: faults ?? false, obstructs };
  const [rests] = judgeRests([{ profile: known, word }], NOW);
  profile.isBlocked ||= rests?.blocks ?? false;
  profile.isSignedOut ||= rests?.signs_out ?? false;
  if (faults === false || rests?.fault) Object.assign(profile, { isFaulted: faults, isResting: faults });
  if (rests?.blocks || rests?.signs_out) pauseIneligible(s, rules);
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
