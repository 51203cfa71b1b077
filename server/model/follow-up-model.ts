import type { Rules } from './rules.ts';
import { at, type Campaign, type State } from './state.ts';

/** A line of a campaign: of a follow-up that of one profile, or null, the one for all; of other campaigns null alone. */
export type Line = number | null;

/** All lines of a campaign. */
export const linesOf = ({ isFollowUp, profiles }: Campaign): Line[] =>
  isFollowUp ? [...profiles, null] : [null];

/** Whether a name stands in this line of a campaign. */
export function isInLine(s: State, { campaign, name }: Person, line: Line, rules: Rules): boolean {
  if (!at(s.campaigns, campaign).isFollowUp) return true;
  const { own } = at(s.names, name);
  return rules.ownLineIsKept || own === null ? own === line : line !== null;
}

interface Person {
  campaign: number;
  name: number;
}

/** How far a line is read. */
export const cursorOf = (c: Campaign, line: Line, rules: Rules): number =>
  line === null ? c.cursor : at(c.ownCursors, rules.ownCursorsAreApart ? line : 0);

/** Reads a line up to a place. */
export function readTo(c: Campaign, line: Line, place: number, rules: Rules): void {
  if (line === null) c.cursor = place;
  else c.ownCursors = c.ownCursors.with(rules.ownCursorsAreApart ? line : 0, place);
}

/** Whether a name is left in this line. */
export function hasLine(s: State, campaign: number, line: Line, rules: Rules): boolean {
  const c = at(s.campaigns, campaign);
  return s.names.some(
    ({ isDeleted, status, position }, name) =>
      !isDeleted &&
      status === 'pending' &&
      isInLine(s, { campaign, name }, line, rules) &&
      position > cursorOf(c, line, rules) &&
      position <= (c.mark ?? 0),
  );
}

/** Whether the owner can give the people of a profile to the others. */
export function canGive(s: State, { campaign, profile }: { campaign: number; profile: number }): boolean {
  const { isFollowUp, isDeleted, status, profiles } = at(s.campaigns, campaign);
  const isOver = status === 'completed' || status === 'failed';
  return isFollowUp && !isDeleted && !isOver && profiles.includes(profile);
}

/** Lets all profiles write to the people of one, except the one at whom it is at work. */
export function giveToOthers(
  s: State,
  { campaign, profile }: { campaign: number; profile: number },
  rules: Rules,
): boolean {
  if (!canGive(s, { campaign, profile })) return false;
  const c = at(s.campaigns, campaign);
  const given = s.names.filter(
    (name) =>
      !name.isDeleted &&
      name.own === profile &&
      name.status === 'pending' &&
      name.campaign === null &&
      name.position <= (c.mark ?? name.position),
  );
  for (const name of given) name.own = null;
  // They may stand before the place to which the line for all was read.
  if (given.length > 0 && rules.givenLineBeginsAnew) c.cursor = 0;
  return true;
}

/** Whether a profile of a follow-up is at work on somebody of it, or may try somebody again. */
export const hasTries = (s: State, campaign: number, profile: number): boolean =>
  at(s.profiles, profile).lease?.campaign === campaign ||
  at(s.rows, campaign).some((row, name) => {
    const { isDeleted, own } = at(s.names, name);
    return row?.state === 'waiting' && !isDeleted && (own === null || own === profile);
  });

/** A follow-up is sent by the profile that wrote first. */
export function findFollowUpProblem(s: State): string | undefined {
  const isFromStranger = s.campaigns.some(({ isFollowUp }, campaign) =>
    at(s.rows, campaign).some((row, name) => {
      const { own } = at(s.names, name);
      const isOut = row && ['leased', 'sending', 'sent', 'uncertain'].includes(row.state);
      return isFollowUp && isOut && own !== null && row.profile !== null && row.profile !== own;
    }),
  );
  return isFromStranger ? 'a follow-up comes from another profile than the first message' : undefined;
}
