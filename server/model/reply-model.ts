import { endUnreplied, findBudgetProblem, findLeftAloneProblem } from './left-alone-model.ts';
import type { Rules } from './rules.ts';
import { at, type State, type Writing } from './state.ts';

/**
 * A person writes back, a reading of the profile's messages finds it, its owner decides that it asks for nothing, and one
 * presses their stop link.
 */
export type ReplyStep =
  | { kind: 'write'; person: number; says: Writing }
  | { kind: 'read' | 'decide' | 'stop'; person: number };

/** The names that are this person's. */
const namesOf = (s: State, person: number) =>
  s.names.flatMap((name, index) => (name.person === person ? [index] : []));

/** What people do to whom a message arrived: each writes once, which may be read, and stops all messages once. */
export function replySteps(s: State): ReplyStep[] {
  return [...writingSteps(s), ...decidingSteps(s), ...stopSteps(s)];
}

const isReached = (s: State, person: number) =>
  namesOf(s, person).some((name) => s.inbox.some((arrived) => at(arrived, name) > 0));

function stopSteps(s: State): ReplyStep[] {
  if (!s.hasStopLinks) return [];
  return s.hasStopped.flatMap((hasStopped, person) =>
    !hasStopped && isReached(s, person) ? [{ kind: 'stop', person }] : [],
  );
}

function writingSteps(s: State): ReplyStep[] {
  if (!s.hasReplies) return [];
  return s.wrote.flatMap((stopped, person): ReplyStep[] => {
    if (stopped !== null) return s.known[person] === null ? [{ kind: 'read', person }] : [];
    return isReached(s, person) ? s.writings.map((says) => ({ kind: 'write', person, says })) : [];
  });
}

const decidingSteps = (s: State): ReplyStep[] =>
  s.isUndecided.flatMap((isOpen, person) => (isOpen ? [{ kind: 'decide', person }] : []));

/**
 * A person writes: the campaigns that have started are those that may not write to them any more. What a machine wrote
 * stops none.
 */
export function write(s: State, { person, says }: { person: number; says: Writing }, rules: Rules): void {
  s.said[person] = says;
  const stopsNone = says === 'automatic' && rules.automaticStopsNothing;
  s.wrote[person] = s.campaigns.flatMap(({ mark }, campaign) =>
    !stopsNone && (mark !== null || !rules.replyStopsOnlyWhatRan) ? [campaign] : [],
  );
}

/** The owner says that a reply asks for nothing. Who was skipped for it stays skipped. */
export function decide(s: State, person: number): void {
  s.isUndecided[person] = false;
}

/** A person presses their stop link: it puts them on do-not-contact. */
export function pressStop(s: State, person: number): void {
  s.hasStopped[person] = true;
  for (const name of namesOf(s, person)) at(s.names, name).isRefused = true;
}

/**
 * What the person of a name has written, as the thread shows it; null: nothing. What was decided on stands in another
 * profile's thread.
 */
export function seenIn(s: State, name: number): number[] | null {
  const { person } = at(s.names, name);
  const isDecided = s.said[person] === 'perhaps' && s.known[person] !== null && !s.isUndecided[person];
  return isDecided ? null : (s.wrote[person] ?? null);
}

/** The server records a reply; `known` is what it was told, whatever its tables say. */
export function recordReply(s: State, person: number, rules: Rules): void {
  const stopped = s.wrote[person];
  if (!stopped) return;
  // Told again, a decided one stays decided.
  if (s.known[person] === null) s.isUndecided[person] = s.said[person] === 'perhaps';
  s.known[person] = stopped;
  at(s.ledger, person).stopped = [...stopped];
  if (s.said[person] !== 'automatic' || !rules.automaticKeepsBudget) endUnreplied(s, person, rules);
}

/** Whether the person of a name may have asked for no more messages, so that no campaign writes to them. */
export const isUndecided = (s: State, name: number): boolean =>
  s.isUndecided[at(s.names, name).person] === true;

/**
 * Notes what happened to the delivery of a lease, if its person had stopped all messages, if a reply was known that
 * stops its campaign, or if the budget or the campaign leaves the person alone.
 */
export function noteUnlessLeftAlone(s: State, token: number, what: 'handed out' | 'begun'): void {
  const lease = s.profiles.find((profile) => profile.lease?.token === token)?.lease;
  if (!lease) return;
  if (s.known[at(s.names, lease.name).person]?.includes(lease.campaign))
    s.replyProblem = `a message was ${what} to somebody of whom a reply was known`;
  if (isUndecided(s, lease.name))
    s.replyProblem = `a message was ${what} to somebody who may have asked for no more`;
  if (s.hasStopped[at(s.names, lease.name).person])
    s.replyProblem = `a message was ${what} to somebody who had stopped all messages`;
  s.replyProblem ??= findLeftAloneProblem(s, lease, what) ?? null;
}

/** A campaign that started after a reply leaves nobody alone for it. */
export function findReplyProblem(s: State): string | undefined {
  if (s.replyProblem !== null) return s.replyProblem;
  const isShy = s.names.some(({ person }) =>
    s.wrote[person]?.some((campaign) => at(s.campaigns, campaign).mark === null),
  );
  if (isShy) return 'a campaign leaves somebody alone who replied before its start';
  const isFooled = s.ledger.some(
    ({ stopped }, person) => stopped.length > 0 && s.said[person] === 'automatic',
  );
  return isFooled ? 'a campaign leaves somebody alone for what a machine wrote' : findBudgetProblem(s);
}
