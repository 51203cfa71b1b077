import type { Delivery } from '@pigeonpost/contract/calls/agent';
import type { Page } from 'puppeteer-core';
import { driveWithin } from './drive-within.ts';
import type { SiteDriver } from './drivers/driver.ts';
import { sendOnce } from './drivers/send-once.ts';
import type { ProfileKeeper } from './firefox/profile-keeper.ts';
import { ProfileInUse } from './firefox/profile-lock.ts';
import type { Journal, JournalDelivery, JournalResult } from './journal.ts';
import { createLeave, type LeaveToSend } from './leave-to-send.ts';
import { lookInThread } from './look-in-thread.ts';
import { handBack, type ReportOptions, recordResult, reportResult } from './report-result.ts';
import { signInOf } from './sign-in.ts';

export interface DeliveryOptions extends ReportOptions {
  journal: Journal;
  keeper: ProfileKeeper;
  driver: SiteDriver;
  /** Nothing new is begun after this. */
  stop: AbortSignal;
}

// The lease after begin lasts 5 minutes: a result that comes later finds the delivery unclear.
const DELIVERY_LIMIT_MS = 4 * 60_000;

/** Does one delivery and reports what came of it, or hands it back when the agent ends. Never throws. */
export async function deliver(options: DeliveryOptions, delivery: Delivery): Promise<void> {
  const { say, stop, end } = options;
  const { recipient, profile } = delivery;
  say(`Sending to ${recipient} from ${profile.profile_name}.`);
  const signal = AbortSignal.any([stop, end]);
  const leave = createLeave({ ...options, delivery: toJournal(delivery), signal });
  const handedBack = new AbortController();
  const giveUp = () => leave.stage() === 'not_asked' && handedBack.abort(stop.reason);
  stop.addEventListener('abort', giveUp);
  const told = await attempt({ ...options, delivery, leave, handedBack: handedBack.signal });
  stop.removeEventListener('abort', giveUp);
  const result = told.outcome === 'unknown' ? await lookAgain(options, told, delivery.token) : told;
  await settle({ ...options, delivery, leave, result });
}

interface Attempt extends DeliveryOptions {
  delivery: Delivery;
  leave: LeaveToSend;
  handedBack: AbortSignal;
}

async function attempt(options: Attempt): Promise<JournalResult> {
  const { delivery, leave, end, handedBack } = options;
  try {
    return await driveWithin(
      {
        ...options,
        profilePath: delivery.profile.profile_path,
        limit: DELIVERY_LIMIT_MS,
        tooLong: 'The site driver did not come to an end within 4 minutes.',
        signal: AbortSignal.any([end, handedBack]),
      },
      (page, cut) => write({ ...options, page, cut }),
    );
  } catch (error) {
    leave.withdraw();
    const { message } = error as Error;
    if (error instanceof ProfileInUse) return { outcome: 'failed', profile_in_use: true, reason: message };
    return { outcome: leave.stage() === 'clicking' ? 'unknown' : 'failed', reason: message };
  }
}

async function write({
  driver,
  call,
  delivery,
  leave,
  cut,
  page,
}: Attempt & { page: Page; cut: AbortSignal }): Promise<JournalResult> {
  const { recipient, message, profile } = delivery;
  const signIn = signInOf({ call, profileId: profile.id, signal: cut });
  const opened = await driver.openThread(page, { person: recipient, message, signIn });
  if (opened.state === 'not_found') return { outcome: 'not_found' };
  if (opened.state === 'blocked') return { outcome: 'failed', blocked: true, reason: opened.reason };
  return sendOnce({ driver, page, message, beforeClick: () => leave.ask(opened.copies) });
}

/** The thread may say what the browser, dead or too slow, could not. */
async function lookAgain(
  options: DeliveryOptions,
  unknown: JournalResult,
  token: string,
): Promise<JournalResult> {
  const cutShort = options.journal.unfinished().find((one) => one.token === token);
  if (cutShort?.state !== 'clicking' || options.stop.aborted) return unknown;
  const seen = await lookInThread(options, cutShort);
  return seen === 'there' ? { outcome: 'sent', ...(unknown.blocked && { blocked: true }) } : unknown;
}

async function settle({
  delivery,
  leave,
  result,
  ...options
}: DeliveryOptions & { delivery: Delivery; leave: LeaveToSend; result: JournalResult }): Promise<void> {
  const { say, journal, stop } = options;
  const { recipient, token } = delivery;
  const isPlainFailure = result.outcome === 'failed' && !result.blocked && !result.profile_in_use;
  if (isPlainFailure && leave.stage() === 'refused') {
    say(`Not sent to ${recipient}: ${leave.refusal()}`);
    return journal.answered(token).catch((error: Error) => say(error.message));
  }
  if (isPlainFailure && leave.stage() === 'not_asked' && stop.aborted) {
    say(`Handed back: ${recipient}.`);
    return handBack(options, token);
  }
  say(toLine(recipient, result));
  if (leave.stage() !== 'not_asked') return recordResult(options, delivery, result);
  // Begin was never asked: if this is lost, the lease ends and the name comes again.
  await reportResult(options, delivery, result);
}

function toLine(recipient: string, { outcome, reason }: JournalResult): string {
  switch (outcome) {
    case 'sent':
      return `Sent to ${recipient}.`;
    case 'not_found':
      return `Not found: ${recipient}.`;
    case 'failed':
      return `Not sent to ${recipient}: ${reason}`;
    case 'unknown':
      return `Unclear whether it was sent to ${recipient}: ${reason}`;
  }
}

function toJournal({ profile, ...delivery }: Delivery): JournalDelivery {
  const { token, campaign_id, recipient_id, recipient, message } = delivery;
  return {
    token,
    campaign_id,
    recipient_id,
    recipient,
    message,
    profile_id: profile.id,
    profile_path: profile.profile_path,
  };
}
