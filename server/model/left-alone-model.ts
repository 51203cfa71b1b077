import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

interface Place {
  campaign: number;
  name: number;
}

/** Whether a person has had as many messages without a reply as the account's budget lets. */
export const isOverBudget = (s: State, name: number): boolean =>
  s.budget !== null && countUnreplied(s, at(s.names, name).person) >= s.budget;

function countUnreplied(s: State, person: number): number {
  const { unreplied, unrepliedAfter } = at(s.ledger, person);
  return unreplied.length + unrepliedAfter.length;
}

/** Whether the campaign leaves out the list in which the person of a name is. */
export const isLeftOut = (s: State, { campaign, name }: Place): boolean =>
  at(s.campaigns, campaign).leavesOut && s.leftOut[at(s.names, name).person] === true;

/** Puts the person of a name into the list that campaigns leave out, or takes them from it. */
export function leaveOut(s: State, name: number, isIn: boolean): void {
  s.leftOut[at(s.names, name).person] = isIn;
}

/** People who are added later never write, and what a machine wrote counts for nothing. */
export const hasWritten = (s: State, person: number): boolean => isByPerson(s, s.wrote, person);
const isReplyKnown = (s: State, person: number): boolean => isByPerson(s, s.known, person);
const isByPerson = (s: State, written: State['wrote'], person: number): boolean =>
  (written[person] ?? null) !== null && s.said[person] !== 'automatic';

/** A message arrived that was begun by a machine which reads replies, unless a reply came after its begin. */
export function countWithoutReply(s: State, { campaign, name }: Place): void {
  const { person } = at(s.names, name);
  const entry = at(s.ledger, person);
  for (const kind of ['unreplied', 'unrepliedAfter'] as const)
    entry[kind] = entry[kind].filter((other) => other !== campaign);
  const row = at(s.rows, campaign)[name];
  if (row?.isBegunAfterReply ?? hasWritten(s, person)) entry.unrepliedAfter.push(campaign);
  else if (!isReplyKnown(s, person)) entry.unreplied.push(campaign);
}

/** A reply removes the messages that were begun before it. */
export function endUnreplied(s: State, person: number, rules: Rules): void {
  if (rules.replyEndsBudget) at(s.ledger, person).unreplied = [];
}

/** What must not happen to the delivery of a lease by the deliveries, whatever the ledger says; undefined if it may. */
export function findLeftAloneProblem(
  s: State,
  place: Place,
  what: 'handed out' | 'begun',
): string | undefined {
  if (isLeftOut(s, place)) return `a message was ${what} to somebody who is left out`;
  const { person } = at(s.names, place.name);
  const isReplied = isReplyKnown(s, person);
  const unreplied = s.rows.filter((rows, campaign) =>
    rows.some((row, name) => {
      if (at(s.names, name).person !== person) return false;
      if (row?.state === 'sending') return what === 'begun' && campaign !== place.campaign;
      if (row?.state !== 'sent' || !row.wasBegun) return false;
      return row.isBegunAfterReply === true || !isReplied;
    }),
  );
  return s.budget !== null && s.hasReplies && unreplied.length >= s.budget
    ? `a message was ${what} to somebody beyond the budget`
    : undefined;
}

/** No message counts as one without a reply once a reply to it is known. */
export function findBudgetProblem(s: State): string | undefined {
  const isCounted = s.ledger.some(({ unreplied }, person) => unreplied.length > 0 && isReplyKnown(s, person));
  return isCounted ? 'a message counts as one without a reply after a reply' : undefined;
}
