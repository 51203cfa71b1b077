import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';
import type { Journal, JournalDelivery, JournalResult } from './journal.ts';
import { untilAnswered } from './until-answered.ts';

export interface ReportOptions {
  call: Call;
  clock: Clock;
  say: (line: string) => void;
  /** Ends the repeating; the journal then keeps what it has for the next start. */
  end: AbortSignal;
}

type Reported = Pick<JournalDelivery, 'token' | 'campaign_id' | 'recipient_id' | 'recipient'>;

const REASON_MAX = 2000;

/** Writes the result to the journal, and reports it until it is answered. Never throws. */
export async function recordResult(
  options: ReportOptions & { journal: Journal },
  delivery: Reported,
  result: JournalResult,
): Promise<void> {
  const { journal, say } = options;
  try {
    await journal.outcome(delivery.token, result);
  } catch (error) {
    // The server's knowledge is worth more than the journal's.
    say(`The journal could not be written: ${(error as Error).message}`);
  }
  if (!(await reportResult(options, delivery, result))) return;
  await journal.answered(delivery.token).catch((error: Error) => {
    say(`The journal could not be written: ${error.message}`);
  });
}

/** Reports a result until it is answered; gives whether it was. Never throws. */
export async function reportResult(
  { call, clock, say, end }: ReportOptions,
  { token, campaign_id, recipient_id, recipient }: Reported,
  { reason, ...result }: JournalResult,
): Promise<boolean> {
  const words = reason === undefined ? {} : { reason: reason.slice(0, REASON_MAX) };
  const body = { campaign_id, recipient_id, ...result, ...words };
  try {
    await untilAnswered(
      async () => {
        const answer = await call('POST /api/agent/deliveries/{token}/result', {
          params: { token },
          body,
          signal: end,
        });
        if (answer.recorded !== true) throw new Error('The server did not say that it recorded the result.');
      },
      { clock, signal: end },
    );
    return true;
  } catch (error) {
    // Stale: settled otherwise, and nothing of ours any more.
    if (error instanceof ApiError && error.status === 409) return true;
    if (!end.aborted) say(`The result for ${recipient} was not taken: ${(error as Error).message}`);
    return false;
  }
}

/** Hands a delivery back that was not begun; unanswered or refused, it comes back when its lease ends. Never throws. */
export async function handBack({ call, clock, end }: ReportOptions, token: string): Promise<void> {
  const release = () =>
    call('POST /api/agent/deliveries/{token}/release', { params: { token }, body: {}, signal: end });
  await untilAnswered(release, { clock, signal: end }).catch(() => {});
}
