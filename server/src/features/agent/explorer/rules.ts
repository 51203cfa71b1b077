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
  repentNamesGoBehindTheMarks: true,
  putBackLeavesSending: true,
  handWaitsForSending: true,
  journalSaysClicking: true,
  journalRepeatsOutcomes: true,
  completionCountsHeldNames: true,
};

export type Rules = typeof RULES;
