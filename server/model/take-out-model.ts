import {
  type EditedCampaign,
  judgePutBack,
  judgeTakeOut,
  type PersonFacts,
} from '@pigeonpost/contract/rules/take-out';
import { completeIfDone } from './course-model.ts';
import { cursorOf, isInLine, linesOf, readTo } from './follow-up-model.ts';
import type { Rules } from './rules.ts';
import { isPending, rowOf, transition } from './server-model.ts';
import { at, type State } from './state.ts';

interface Person {
  campaign: number;
  name: number;
}

/** What the owner's page says; nothing of a campaign or a name that is gone. */
function factsOf(s: State, { campaign, name }: Person): [EditedCampaign, PersonFacts] | undefined {
  const { status, mark, isDeleted } = at(s.campaigns, campaign);
  const target = at(s.names, name);
  if (isDeleted || target.isDeleted) return undefined;
  const row = rowOf(s, campaign, name);
  return [
    { status, is_marked: mark !== null, is_undoable: false },
    {
      state: row?.state ?? null,
      is_taken_out: row?.isTakenOut ?? false,
      is_pending: isPending(target),
      is_free: target.campaign === null,
      is_of_list: true,
      is_before_mark: target.position <= (mark ?? target.position),
    },
  ];
}

/** Whether the owner may take the person out. */
export function canTakeOut(s: State, person: Person): boolean {
  const facts = factsOf(s, person);
  const change = facts && judgeTakeOut(...facts);
  return change !== undefined && change !== null && change !== 'being_sent';
}

/** Whether the person may be put back. */
export function canPutBack(s: State, person: Person): boolean {
  const facts = factsOf(s, person);
  return facts !== undefined && judgePutBack(...facts, 0) !== null;
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
  const facts = factsOf(s, person);
  const change = facts && rules.judgePutBack(...facts, 0);
  if (!change) return false;
  const { campaign, name } = person;
  at(s.inboxWhenOut, campaign)[name] = null;
  if (change === 'forget') at(s.rows, campaign)[name] = null;
  else
    transition(s, {
      campaign,
      name,
      to: change.state,
      change: { retryAt: change.retry_at ?? 0, isPutBack: true },
    });
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
