import type { Rules } from './rules.ts';
import { at, type State } from './state.ts';

/** A person writes back, and a reading of the profile's messages finds it. */
interface ReplyStep {
  kind: 'write' | 'read';
  person: number;
}

/** The names that are this person's. */
const namesOf = (s: State, person: number) =>
  s.names.flatMap((name, index) => (name.person === person ? [index] : []));

/** What people may do: write once to whom a message of theirs arrived; and what they wrote may be read. */
export function replySteps(s: State): ReplyStep[] {
  if (!s.hasReplies) return [];
  return s.wrote.flatMap((stopped, person): ReplyStep[] => {
    if (stopped !== null) return s.known[person] === null ? [{ kind: 'read', person }] : [];
    const isReached = namesOf(s, person).some((name) => s.inbox.some((arrived) => at(arrived, name) > 0));
    return isReached ? [{ kind: 'write', person }] : [];
  });
}

/** A person writes: the campaigns that have started are those that may not write to them any more. */
export function write(s: State, person: number, rules: Rules): void {
  s.wrote[person] = s.campaigns.flatMap(({ mark }, campaign) =>
    mark !== null || !rules.replyStopsOnlyWhatRan ? [campaign] : [],
  );
}

/** What the person of a name has written, as the thread shows it; null: nothing. */
export const seenIn = (s: State, name: number): number[] | null => s.wrote[at(s.names, name).person] ?? null;

/** The server records a reply; `known` is what it was told, whatever its tables say. */
export function recordReply(s: State, person: number): void {
  const stopped = s.wrote[person];
  if (!stopped) return;
  s.known[person] = stopped;
  at(s.ledger, person).stopped = [...stopped];
}

/** Whether the campaign must not write to the name, because its person replied after the campaign had started. */
export const hasReplied = (s: State, { campaign, name }: { campaign: number; name: number }): boolean =>
  at(s.ledger, at(s.names, name).person).stopped.includes(campaign);

/** Notes what happened to the delivery of a lease, if a reply of its person was known that stops its campaign. */
export function noteUnlessLeftAlone(s: State, token: number, what: 'handed out' | 'begun'): void {
  const lease = s.profiles.find((profile) => profile.lease?.token === token)?.lease;
  if (!lease) return;
  if (s.known[at(s.names, lease.name).person]?.includes(lease.campaign))
    s.replyProblem = `a message was ${what} to somebody of whom a reply was known`;
}

/** A campaign that started after a reply leaves nobody alone for it. */
export function findReplyProblem(s: State): string | undefined {
  if (s.replyProblem !== null) return s.replyProblem;
  const isShy = s.names.some(({ person }) =>
    s.wrote[person]?.some((campaign) => at(s.campaigns, campaign).mark === null),
  );
  return isShy ? 'a campaign leaves somebody alone who replied before its start' : undefined;
}
