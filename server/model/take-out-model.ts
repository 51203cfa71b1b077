import { cursorOf, isInLine, linesOf, readTo } from './follow-up-model.ts';
import type { Rules } from './rules.ts';
import { completeIfDone, isPending, rowOf, transition } from './server-model.ts';
import { at, type State } from './state.ts';

interface Person {
  campaign: number;
  name: number;
}

const NOT_ENDED: readonly string[] = ['pending', 'running', 'paused'];

/** Whether the owner may take the person out: pending, and not being sent to. */
export function canTakeOut(s: State, { campaign, name }: Person): boolean {
  const { status, mark, isDeleted } = at(s.campaigns, campaign);
  if (isDeleted || !NOT_ENDED.includes(status) || at(s.names, name).isDeleted) return false;
  const row = rowOf(s, campaign, name);
  if (row) return row.state === 'leased' || row.state === 'waiting';
  const target = at(s.names, name);
  return isPending(target) && target.position <= (mark ?? target.position);
}

/** Whether the person may be put back: still pending, and free. */
export function canPutBack(s: State, { campaign, name }: Person): boolean {
  const { status, mark, isDeleted } = at(s.campaigns, campaign);
  const target = at(s.names, name);
  const row = rowOf(s, campaign, name);
  return (
    !isDeleted &&
    NOT_ENDED.includes(status) &&
    row?.state === 'skipped' &&
    row.isTakenOut &&
    isPending(target) &&
    target.campaign === null &&
    target.position <= (mark ?? target.position)
  );
}

/** The person has a row, which a claim passes over; a lease is revoked. */
export function takeOut(s: State, person: Person, rules: Rules): void {
  const { campaign, name } = person;
  transition(s, { campaign, name, to: 'skipped', change: { isTakenOut: true } });
  at(s.inboxWhenOut, campaign)[name] = at(at(s.inbox, campaign), name);
  if (at(s.campaigns, campaign).mark === null) return;
  passOverKnown(s, campaign, rules);
  completeIfDone(s, campaign, rules);
}

/** Before the start the person is in the line again; later the cursor may be behind, so it waits like a retry. */
export function putBack(s: State, person: Person, rules: Rules): boolean {
  if (!canPutBack(s, person)) return false;
  const { campaign, name } = person;
  at(s.inboxWhenOut, campaign)[name] = null;
  if (at(s.campaigns, campaign).mark === null || !rules.putBackGoesBehind) at(s.rows, campaign)[name] = null;
  else transition(s, { campaign, name, to: 'waiting', change: { retryAt: 0, isPutBack: true } });
  return true;
}

/** Moves the cursor over names at the line's beginning that have a row. */
function passOverKnown(s: State, campaign: number, rules: Rules): void {
  const c = at(s.campaigns, campaign);
  const { mark } = c;
  if (mark === null) return;
  for (const line of linesOf(c)) {
    const cursor = cursorOf(c, line, rules);
    const left = s.names.flatMap((target, name) =>
      isPending(target) &&
      isInLine(s, { campaign, name }, line, rules) &&
      target.position > cursor &&
      target.position <= mark &&
      !rowOf(s, campaign, name)
        ? [target.position]
        : [],
    );
    readTo(c, line, left.length > 0 ? Math.min(...left) - 1 : mark, rules);
  }
}

/** Who was taken out gets nothing, unless put back. */
export function findTakenOutProblem(s: State): string | undefined {
  const isWritten = s.inboxWhenOut.some((counts, campaign) =>
    counts.some((count, name) => count !== null && at(at(s.inbox, campaign), name) > count),
  );
  return isWritten ? 'a person who was taken out was written to' : undefined;
}
