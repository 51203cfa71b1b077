/** The rules of the engine that a test breaks one by one, to see that the explorer notices. */
export const RULES = {
  beginNeedsItsLease: true,
  beginAgainWritesNothing: true,
  grantIsShorterThanLease: true,
  lateSentIsBelieved: true,
  lateFailedNeedsItsToken: true,
  leaseEndWhileSendingIsUncertain: true,
  unknownIsNotRetried: true,
  heldNamesArePassed: true,
  requeuedNamesGoBehindTheMarks: true,
  requeueLeavesSending: true,
  manualChangeWaitsForSending: true,
  journalSaysClicking: true,
  journalRepeatsOutcomes: true,
  completionCountsHeldNames: true,
  lineComesBeforeRetries: true,
  lapsesCount: true,
  lateFailedCountsOnce: true,
  restsCostNoTry: true,
  onlyThisServerIsBelieved: true,
  onlyItsListIsBelieved: true,
  holdingSparesBegun: true,
  settledNamesGoBehindTheMarks: true,
  subscriptionIsNeeded: true,
  keptNamesStay: true,
};

export type Rules = typeof RULES;
