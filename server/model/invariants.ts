import { findCanaryProblem } from './canary-model.ts';
import { findFollowUpProblem } from './follow-up-model.ts';
import { findTimeProblem } from './pace-model.ts';
import { findReplyProblem } from './reply-model.ts';
import { findStartProblemAtRest } from './start-model.ts';
import { at, type State } from './state.ts';
import { findTakenOutProblem } from './take-out-model.ts';

/** The invariant that a state breaks; undefined if all hold. */
export function findProblem(s: State): string | undefined {
  return (
    findDoubleMessage(s) ??
    findPersonMessagedTwice(s) ??
    findUnpairedLease(s) ??
    findStrayHold(s) ??
    findSharedRecipient(s) ??
    findUnchosenName(s) ??
    findUnfairTry(s) ??
    findUnarrivedSent(s) ??
    findWrongText(s) ??
    findTimeProblem(s) ??
    findCanaryProblem(s) ??
    findTakenOutProblem(s) ??
    findReplyProblem(s) ??
    findFollowUpProblem(s) ??
    findBrokenPromise(s)
  );
}

function findDoubleMessage(s: State): string | undefined {
  return s.inbox.some((arrived) => arrived.some((count) => count > 1))
    ? 'a message arrived twice'
    : undefined;
}

/** A recipient deleted while a restored database did not know of the message has no name to note it by. */
function findPersonMessagedTwice(s: State): string | undefined {
  if (!s.neverTwice) return undefined;
  const messages = s.ledger.map(() => 0);
  for (const [name, { person, isDeleted }] of s.names.entries()) {
    if (s.epoch > 1 && isDeleted) continue;
    for (const arrived of s.inbox) messages[person] = at(messages, person) + at(arrived, name);
  }
  return messages.some((count) => count > 1) ? 'a person was written to twice' : undefined;
}

function findUnpairedLease(s: State): string | undefined {
  const leased = s.profiles.flatMap(({ lease }) => (lease ? [lease] : []));
  const open = s.rows.flat().filter((row) => row?.state === 'leased' || row?.state === 'sending');
  if (open.length !== leased.length) return 'leases and deliveries do not pair';
  for (const { token, campaign, name } of leased) {
    const row = at(s.rows, campaign)[name];
    if (row?.token !== token || (row.state !== 'leased' && row.state !== 'sending'))
      return 'a lease without its delivery';
  }
  return undefined;
}

function findStrayHold(s: State): string | undefined {
  for (const [name, { status, campaign, isDeleted }] of s.names.entries()) {
    if (isDeleted || status !== 'pending' || campaign === null) continue;
    const state = at(s.rows, campaign)[name]?.state;
    if (state !== 'leased' && state !== 'sending') return 'a name is held for nobody';
  }
  return undefined;
}

/** No two deliveries are being sent to the same recipient at once. */
function findSharedRecipient(s: State): string | undefined {
  const writing = s.tasks.flatMap((task) =>
    task?.isFresh && (task.phase === 'granted' || task.phase === 'clicking') ? [task] : [],
  );
  const names = writing.map(({ name }) => name);
  return new Set(names).size < names.length ? 'two are writing to one name' : undefined;
}

function findUnchosenName(s: State): string | undefined {
  const isStranger = s.campaigns.some(({ chosen }, campaign) =>
    at(s.rows, campaign).some((row, name) => row && !row.isTakenOut && !chosen.includes(name)),
  );
  return isStranger ? 'a name that was not there at the start' : undefined;
}

function findUnfairTry(s: State): string | undefined {
  if (s.isUnfair) return 'a name was tried again before another had its turn';
  return s.rows.some((rows) => rows.some((row) => row && row.failures > row.tries))
    ? 'one try counts twice'
    : undefined;
}

function findUnarrivedSent(s: State): string | undefined {
  return s.rows.some((rows, campaign) =>
    rows.some((row, name) => row?.state === 'sent' && at(at(s.inbox, campaign), name) === 0),
  )
    ? 'a name is sent and nothing arrived'
    : undefined;
}

/**
 * Nobody is handed a text with a hole, and the row of a message that arrived says which it was. A result that a restored
 * database believes without its begin has no values.
 */
function findWrongText(s: State): string | undefined {
  for (const [campaign, { hasBlank }] of s.campaigns.entries()) {
    if (!hasBlank) continue;
    for (const [name, row] of at(s.rows, campaign).entries()) {
      if (row && (row.state === 'leased' || row.state === 'sending') && !row.value)
        return 'a text with a hole is handed out';
      const arrived = at(at(s.read, campaign), name);
      if (arrived === 0) return 'a text with a hole arrived';
      if (row?.wasBegun && arrived !== null && arrived !== row.value)
        return 'a row says another message than arrived';
    }
  }
  return undefined;
}

/** A broken promise to the owner. */
function findBrokenPromise(s: State): string | undefined {
  if (s.isUnpaid) return 'a message was begun without a subscription';
  for (const [campaign, c] of s.campaigns.entries()) {
    if (!c.isGone || !c.keepsSent) continue;
    for (const [name, { isByHand }] of s.names.entries()) {
      const isAgain = s.campaigns.some(
        (other, index) =>
          other.mark !== null && other.mark > (c.mark ?? 0) && at(at(s.inbox, index), name) > 0,
      );
      if (at(at(s.inbox, campaign), name) > 0 && isAgain && !isByHand)
        return 'a name that was to keep its status was written to again';
    }
  }
  return undefined;
}

/** The problem of a state in which nothing more can happen. */
export function findProblemAtRest(s: State): string | undefined {
  const ofStarts = findStartProblemAtRest(s);
  if (ofStarts) return ofStarts;
  if (s.profiles.some(({ lease }) => lease)) return 'a lease at rest';
  if (s.names.some((name) => !name.isDeleted && name.status === 'pending' && name.campaign !== null))
    return 'a held name at rest';
  for (const [campaign, c] of s.campaigns.entries()) {
    if (c.isDeleted && !c.isGone) return 'a deleted campaign is not put back';
    if (c.isGone) continue;
    for (const [name, count] of at(s.inbox, campaign).entries()) {
      // A recipient deleted while a restored database did not know of the message has nothing to note it by.
      if (s.epoch > 1 && at(s.names, name).isDeleted) continue;
      const state = at(s.rows, campaign)[name]?.state;
      // A copy that has forgotten no grant may have forgotten a result.
      if (s.wasCopied && state === 'uncertain') continue;
      if (count > 0 && state !== 'sent' && state !== 'uncertain') return `a message arrived and is ${state}`;
      if (at(s.noted, campaign)[name] && state !== 'sent')
        return `a message is known to be sent and is ${state}`;
    }
    if (c.status === 'running') return 'a campaign runs with nothing to do';
    if (c.status !== 'paused' && at(s.rows, campaign).some((row) => row?.state === 'waiting'))
      return 'a campaign is over and somebody waits to be tried again';
    if (isForgetful(s, campaign)) return 'a campaign completed without all of its names';
  }
  return undefined;
}

/** Whether a campaign completed although one of its recipients is pending and was never tried. */
function isForgetful(s: State, campaign: number): boolean {
  const { status, mark, wasStopped, isDeleted } = at(s.campaigns, campaign);
  if ((status !== 'completed' && status !== 'failed') || wasStopped || isDeleted) return false;
  return s.names.some(
    (name, index) =>
      !name.isDeleted &&
      name.status === 'pending' &&
      name.position <= (mark ?? 0) &&
      !at(s.rows, campaign)[index],
  );
}
