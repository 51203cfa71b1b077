import { judgeBegins } from '@pigeonpost/contract/rules/begin';
import { judgeAct } from '@pigeonpost/contract/rules/by-hand';
import { type Claim, claim, type LineToRead, type ReadLines } from '@pigeonpost/contract/rules/claim';
import { judgeCourse } from '@pigeonpost/contract/rules/complete';
import type { ClaimFacts } from '@pigeonpost/contract/rules/due-senders';
import type { RunningCampaign, Sender } from '@pigeonpost/contract/rules/facts';
import { judgeLapse } from '@pigeonpost/contract/rules/lapse';
import { judgeRequeue } from '@pigeonpost/contract/rules/requeue';
import { judgeResult } from '@pigeonpost/contract/rules/result';
import { judgeSettlement } from '@pigeonpost/contract/rules/settle';
import { judgePutBack } from '@pigeonpost/contract/rules/take-out';

const judgeClaim: (
  facts: ClaimFacts,
  lines: ReadLines,
  now: number,
) => Claim<Sender, RunningCampaign> | LineToRead[] = claim;

/** The rules of the engine that a test breaks one by one, to check that the explorer notices. */
export const RULES = {
  judgeAct,
  judgeBegins,
  judgeClaim,
  judgeLapse,
  judgePutBack,
  judgeRequeue,
  judgeResult,
  judgeSettlement,
  judgeCourse,
  grantIsShorterThanLease: true,
  requeuedNamesGoBehindTheMarks: true,
  journalSaysClicking: true,
  journalRepeatsOutcomes: true,
  faultRestsEnd: true,
  onlyItsListIsBelieved: true,
  movedNamesAreBelieved: true,
  journalIsSynced: true,
  beginIsSynced: true,
  restoreFreezes: true,
  journalsAreMerged: true,
  marksGrow: true,
  marksAreNamed: true,
  grantsAreNamed: true,
  marksOutliveTheAgent: true,
  markIsRaised: true,
  epochsNeverComeTwice: true,
  machinesAreAwaited: true,
  rowKeepsClaimedValue: true,
  hourBeginsAnew: true,
  slowGrowsBySending: true,
  slowDaysCountOnce: true,
  slowEnds: true,
  blockHalves: true,
  lastMomentRefusesStart: true,
  undoNeedsNoRow: true,
  lateScheduleAsks: true,
  startEndsSchedule: true,
  canaryCountsWork: true,
  pulledStays: true,
  replyStopsOnlyWhatRan: true,
  seenIsRecordedFirst: true,
  automaticStopsNothing: true,
  automaticKeepsBudget: true,
  ownLineIsKept: true,
  ownCursorsAreApart: true,
  givenLineBeginsAnew: true,
  replyEndsBudget: true,
};

export type Rules = typeof RULES;

/** The functions that decide for the server too, and the rules that are spelled here alone. */
export type Judges = { [Name in keyof Rules as Rules[Name] extends boolean ? never : Name]: Rules[Name] };
export type RuleName = Exclude<keyof Rules, keyof Judges>;
