import { SENDING_LEASE_SECONDS } from '@pigeonpost/contract/agent';
import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { createSignIn } from '../connection/sign-in.ts';
import type { DeliveryOrigin } from '../connection/work-loop.ts';
import type { SiteDriver } from '../drivers/driver.ts';
import { reportThread } from '../drivers/report-replies.ts';
import { sendOnce } from '../drivers/send-once.ts';
import { type Drive, driveWithTimeout } from '../firefox/drive-with-timeout.ts';
import { MachineFault } from '../firefox/machine-fault.ts';
import { ProfileInUse } from '../firefox/profile-lock.ts';
import type { ProfileManager } from '../firefox/profile-manager.ts';
import type { Journal } from '../storage/journal.ts';
import type { JournalDelivery, JournalOwner, JournalResult } from '../storage/journal-lines.ts';
import { toObstacle } from './obstacle.ts';
import { openThread } from './open-thread.ts';
import { readThread } from './read-thread.ts';
import { type ReportOptions, recordResult, releaseDelivery, reportResult } from './report-result.ts';
import { createSendPermit, type SendPermit } from './send-permit.ts';

interface DeliveryOptions extends ReportOptions {
  journal: Journal;
  manager: ProfileManager;
  driver: SiteDriver;
  owner: JournalOwner;
  /** No delivery is begun after this. */
  stop: AbortSignal;
}

// Kept free at the end of a lease, so that the result arrives before the lease ends.
const LEASE_MARGIN_MS = 10_000;
// The rest of the lease after begin is for reading the thread if the site gave no clear answer.
const SEND_TIMEOUT = {
  milliseconds: 3 * 60_000,
  message: 'The site driver did not come to an end within 3 minutes of beginning to send.',
};

/** Does one delivery and reports its outcome, or releases it when the agent ends. Never throws. */
export async function deliver(
  options: DeliveryOptions,
  delivery: Delivery,
  origin: DeliveryOrigin,
): Promise<void> {
  const { log, stop, end, owner } = options;
  log(`Sending to ${delivery.recipient} from ${delivery.profile.profile_name}.`);
  const journalled = toJournal(delivery, {
    ...owner,
    server_id: origin.server.id,
    epoch: origin.server.epoch,
  });
  const signal = AbortSignal.any([stop, end]);
  const permit = createSendPermit({ ...options, delivery: journalled, signal });
  const released = new AbortController();
  const giveUp = () => permit.stage() === 'not_asked' && released.abort(stop.reason);
  stop.addEventListener('abort', giveUp);
  const attempt = { ...options, delivery, askedAt: origin.askedAt, permit };
  const result = await attemptDelivery({ ...attempt, released: released.signal });
  stop.removeEventListener('abort', giveUp);
  const known = await clarify(attempt, result);
  if (known) await reportOutcome({ ...options, delivery: journalled, permit, result: known });
  else log(`Unclear whether it was sent to ${delivery.recipient}: the next start reads the thread.`);
}

interface Attempt extends DeliveryOptions {
  delivery: Delivery;
  /** The monotonic time at which its work call was sent. */
  askedAt: number;
  permit: SendPermit;
}

async function attemptDelivery(options: Attempt & { released: AbortSignal }): Promise<JournalResult> {
  const { clock, delivery, askedAt, permit, end, released } = options;
  const prepareUntil = askedAt + delivery.lease_seconds * 1000 - LEASE_MARGIN_MS;
  try {
    return await driveWithTimeout(
      {
        ...options,
        profilePath: delivery.profile.profile_path,
        timeout: {
          milliseconds: Math.max(0, prepareUntil - clock.monotonic()),
          message: 'The thread was not ready in time. Nothing was sent.',
        },
        signal: AbortSignal.any([end, released]),
      },
      (drive) => sendMessage(options, drive),
    );
  } catch (error) {
    permit.withdraw();
    const { message } = error as Error;
    if (!(error instanceof ProfileInUse))
      options.log(`Not finished with ${delivery.recipient}: ${message}`, error);
    if (error instanceof ProfileInUse) return { outcome: 'failed', profile_in_use: true, reason: message };
    if (error instanceof MachineFault) return { outcome: 'failed', machine_fault: true, reason: message };
    if (permit.stage() === 'clicking') return { outcome: 'unknown', reason: message };
    return obstructed(message, delivery.recipient);
  }
}

async function sendMessage(
  { driver, call, clock, delivery, permit, log }: Attempt,
  { page, signal, restartTimeout }: Drive,
): Promise<JournalResult> {
  const { recipient: person, message, profile } = delivery;
  // At once, not after the abort has reached attemptDelivery: a driver might ask in between.
  signal.addEventListener('abort', () => permit.withdraw());
  const signIn = createSignIn({ call, clock, profile_id: profile.id, driver, page, signal });
  const opened = await openThread(driver, page, { person, message, isAfterClick: false, signIn });
  switch (opened.state) {
    case 'unreachable':
      return { outcome: 'failed', site_unreachable: true, reason: opened.reason };
    case 'not_found':
      return { outcome: 'not_found', ...(opened.reason !== undefined && { reason: opened.reason }) };
    case 'closed':
      return { outcome: 'failed', reason: opened.reason };
    case 'blocked':
      return { outcome: 'failed', blocked: true, reason: opened.reason };
    case 'signed_out':
      return { outcome: 'failed', signed_out: true, reason: opened.reason };
  }
  const replies = reportThread(opened.replies ?? []);
  const beforeClick = () => {
    restartTimeout(SEND_TIMEOUT);
    return permit.ask(opened.copies, replies);
  };
  const onError = (error: unknown) =>
    log(`The site driver "${driver.name}" threw an error while sending.`, error);
  const sent = await sendOnce({
    driver,
    page,
    person,
    message,
    beforeClick,
    isGranted: permit.isFresh,
    onError,
  });
  if (sent.outcome === 'sent' || sent.outcome === 'not_found') return sent;
  const { obstacle, ...result } = sent;
  return obstacle && result.outcome === 'failed' ? obstructed(result.reason, person) : result;
}

/** A failure before the press that the next person would meet too (docs/engine.md#an-obstacle). */
function obstructed(reason: string, person: string): JournalResult {
  return { outcome: 'failed', reason, obstacle: toObstacle(reason, person) };
}

/**
 * Reads the thread if the browser died or was too slow. Undefined if the agent ends first: the journal then keeps the
 * delivery as it is, and the next start reads the thread.
 */
async function clarify(options: Attempt, result: JournalResult): Promise<JournalResult | undefined> {
  const { clock, journal, owner, permit, delivery, stop, end } = options;
  const cutShort = journal.unfinished(owner).find(({ token }) => token === delivery.token);
  if (result.outcome !== 'unknown' || cutShort?.state !== 'clicking') return result;
  if (stop.aborted) return undefined;
  const leaseEnds = permit.askedAt() + SENDING_LEASE_SECONDS * 1000 - LEASE_MARGIN_MS;
  const leaseOver = new AbortController();
  const done = new AbortController();
  const abort = () => leaseOver.abort();
  void clock.sleep(Math.max(0, leaseEnds - clock.monotonic()), done.signal).then(abort);
  const seen = await readThread({ ...options, end: AbortSignal.any([end, leaseOver.signal]) }, cutShort);
  done.abort();
  if (seen === 'aborted' && end.aborted) return undefined;
  return seen === 'found' ? { outcome: 'sent', ...(result.blocked && { blocked: true }) } : result;
}

interface ReportOutcome extends DeliveryOptions {
  delivery: JournalDelivery;
  permit: SendPermit;
  result: JournalResult;
}

async function reportOutcome({ delivery, permit, result, ...options }: ReportOutcome): Promise<void> {
  const { log, journal, stop } = options;
  const { recipient, token } = delivery;
  const { outcome, blocked, signed_out, profile_in_use, site_unreachable, machine_fault } = result;
  // An agent that ends may have ended its Firefox too.
  const isFault = machine_fault && !stop.aborted;
  const isUncounted = blocked || signed_out || profile_in_use || site_unreachable || isFault;
  const isPlainFailure = outcome === 'failed' && !isUncounted;
  if (isPlainFailure && permit.stage() === 'refused') {
    log(`Not sent to ${recipient}: ${permit.refusal()}`);
    return journal.answered(token).catch((error: Error) => log(error.message, error));
  }
  const wasBegun = permit.stage() !== 'not_asked' && permit.stage() !== 'not_journalled';
  if (isPlainFailure && !wasBegun && (stop.aborted || permit.stage() === 'not_journalled')) {
    log(`Released: ${recipient}.`);
    return releaseDelivery(options, token);
  }
  log(formatOutcome(recipient, result));
  if (wasBegun) return recordResult(options, delivery, result);
  // Begin was never asked: if this report is lost, the lease ends and the recipient is tried again.
  await reportResult(options, delivery, result);
}

function formatOutcome(recipient: string, { outcome, reason }: JournalResult): string {
  switch (outcome) {
    case 'sent':
      return `Sent to ${recipient}.`;
    case 'not_found':
      return reason === undefined ? `Not found: ${recipient}.` : `Not found: ${recipient}: ${reason}`;
    case 'failed':
      return `Not sent to ${recipient}: ${reason}`;
    case 'unknown':
      return `Unclear whether it was sent to ${recipient}: ${reason}`;
  }
}

function toJournal(delivery: Delivery, from: JournalOwner & { epoch: number }): JournalDelivery {
  const { token, campaign_id, recipient_id, recipient, message, profile, grant_number } = delivery;
  const { id: profile_id, profile_path } = profile;
  return {
    ...from,
    token,
    campaign_id,
    recipient_id,
    recipient,
    message,
    profile_id,
    profile_path,
    grant_number,
  };
}
