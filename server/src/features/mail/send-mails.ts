import type { Deps } from '../../deps.ts';
import { tokenToSend } from './links.ts';
import { mailMessage } from './mail-message.ts';
import { mailContent } from './mail-texts.ts';
import {
  type ClaimedMail,
  claimMails,
  deleteMailsBefore,
  dropRestoredMails,
  markFailed,
  markSent,
} from './queries.ts';
import { tellGivenUp } from './tell-given-up.ts';

const MINUTE_MS = 60_000;
/** The waits between the tries; after the last one a mail is given up. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
const AT_ONCE = 5;
/** For a whole mail, beside the limits of its steps: a server may answer a letter at a time. */
const SEND_LIMIT_MS = 2 * MINUTE_MS;
/** Longer than any sending, so that a mail is free again only if its server was killed. */
const LEASE_MS = 3 * MINUTE_MS;
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS;
const ERROR_MAX = 300;

type ReadyMail = ClaimedMail & { token: string };

/**
 * Sends the mails that are due, a few at once, outside of any transaction (docs/behaviour.md#mail). A server that is killed
 * after sending and before writing sends a mail again, with the same Message-ID.
 */
export async function sendMails(deps: Deps, signal: AbortSignal): Promise<void> {
  if (!deps.mail.isConfigured) return;
  while (!signal.aborted) {
    const mails = await takeMails(deps);
    if (mails === undefined) return;
    const done = await Promise.allSettled(mails.map((mail) => sendMail(deps, mail, signal)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }
}

/** Deletes mails of long ago. */
export async function forgetMails({ asSystem, clock }: Pick<Deps, 'asSystem' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await asSystem('forget mails', (tx) => deleteMailsBefore(tx, before));
}

/** The next mails for this server; undefined if none is due. */
async function takeMails(deps: Deps): Promise<ReadyMail[] | undefined> {
  return deps.asSystem('sending mails', async (tx) => {
    const now = deps.clock.now();
    await dropRestoredMails(tx, now);
    const sending_until = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimMails(tx, { now, sending_until, limit: AT_ONCE });
    if (claimed.length === 0) return undefined;
    const ready: ReadyMail[] = [];
    for (const mail of claimed) {
      const token = await tokenToSend(deps, tx, mail);
      if (token !== undefined) ready.push({ ...mail, token });
      else
        await markFailed(tx, mail, {
          error: 'The link was used, or a later one replaced it',
          gave_up_at: now,
        });
    }
    return ready;
  });
}

async function sendMail(deps: Deps, mail: ReadyMail, signal: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const stopLimit = deps.clock.ringAfter(SEND_LIMIT_MS, () => limit.abort());
  try {
    const { kind, values, to_address, message_id, time_zone, token } = mail;
    const context = { publicUrl: deps.config.publicUrl ?? '', timeZone: time_zone, token };
    await deps.mail.send(
      {
        ...mailMessage(mailContent({ kind, values }, context)),
        to: to_address,
        message_id,
        date: deps.clock.now(),
      },
      AbortSignal.any([signal, limit.signal]),
    );
  } catch (error) {
    // The server ends, and whether the mail was taken is unknown: its lease runs out.
    if (signal.aborted) return;
    await noteFailure(deps, mail, error);
    return;
  } finally {
    stopLimit();
  }
  await deps.asSystem('sending mails', (tx) => markSent(tx, mail.id, deps.clock.now()));
}

async function noteFailure(deps: Deps, mail: ReadyMail, failure: unknown): Promise<void> {
  const { message } = failure as Error;
  const error = message.replaceAll('\0', '').slice(0, ERROR_MAX);
  await deps.asSystem('sending mails', async (tx, afterCommit) => {
    const now = deps.clock.now();
    const wait = RETRIES_MS[mail.tries - 1];
    const change =
      wait === undefined ? { error, gave_up_at: now } : { error, due_at: new Date(now.getTime() + wait) };
    const isOurs = await markFailed(tx, mail, change);
    if (isOurs && wait === undefined)
      await tellGivenUp({ tx, afterCommit, deps }, { ...mail, failure: failureCode(failure) });
  });
}

/** The failure without the mail server's words, which name the address. */
function failureCode(failure: unknown): string {
  const { code, responseCode } = failure as { code?: string; responseCode?: number };
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
}
