import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import { retry } from '../connection/retry.ts';
import type { Log } from '../log.ts';
import type { Journal } from '../storage/journal.ts';
import type { JournalDelivery, JournalResult } from '../storage/journal-lines.ts';

export interface ReportOptions {
  call: Call;
  clock: Clock;
  log: Log;
  /** Ends the repeating; the journal keeps the result for the next start. */
  end: AbortSignal;
}

type Reported = Pick<JournalDelivery, 'server_id' | 'token' | 'campaign_id' | 'recipient_id' | 'recipient'>;

/** What the journal knows of a delivery that a restored database may have forgotten (docs/engine.md#what-a-restore-forgets). */
type Line = Pick<JournalDelivery, 'recipient' | 'profile_path'> & {
  /** When Send was pressed, by this machine's clock; undefined where it was not. */
  clicked_at: string | undefined;
};

const REASON_MAX = 2000;

/** Writes the result to the journal, and reports it until it is answered. Never throws. */
export async function recordResult(
  options: ReportOptions & { journal: Journal },
  delivery: Reported & Pick<JournalDelivery, 'profile_path'>,
  result: JournalResult,
): Promise<void> {
  const { journal, log } = options;
  const line = { ...delivery, clicked_at: journal.clickedAt(delivery.token) };
  try {
    await journal.outcome(delivery.token, result);
  } catch (error) {
    // Reported anyway: the server's knowledge matters more than the journal's.
    log((error as Error).message, error);
  }
  if (!(await reportResult(options, delivery, { ...result, line }))) return;
  await journal.answered(delivery.token).catch((error: Error) => log(error.message, error));
}

/** Reports a result until it is answered, with its line of the journal if it has one; returns whether it was. Never throws. */
export async function reportResult(
  { call, clock, log, end }: ReportOptions,
  { server_id, token, campaign_id, recipient_id, recipient }: Reported,
  { reason, line, ...result }: JournalResult & { line?: Line },
): Promise<boolean> {
  const shortened = reason === undefined ? {} : { reason: reason.slice(0, REASON_MAX) };
  const body = { campaign_id, recipient_id, server_id, ...result, ...shortened };
  try {
    await retry(
      async () => {
        const answer = await call('POST /api/agent/deliveries/{token}/result', {
          params: { token },
          body: { ...body, ...(line && toldOf(line, clock)) },
          signal: end,
        });
        if (answer.recorded !== true) {
          const error = 'The server did not confirm that it recorded the result.';
          throw new ApiError({ status: 0, body: { error } });
        }
      },
      { clock, signal: end },
    );
    return true;
  } catch (error) {
    // Stale: the delivery already has another result, so this one is dropped.
    if (error instanceof ApiError && error.status === 409) return true;
    if (!end.aborted) log(`The result for ${recipient} was not taken: ${(error as Error).message}`, error);
    return false;
  }
}

function toldOf({ recipient, profile_path, clicked_at: at }: Line, clock: Clock) {
  return { recipient, profile_path, ...(at !== undefined && { at, now: clock.now().toISOString() }) };
}

/** Releases a delivery that was not begun; if that fails, its lease ends on its own. Never throws. */
export async function releaseDelivery(
  { call, clock, log, end }: ReportOptions,
  token: string,
): Promise<void> {
  const release = () =>
    call('POST /api/agent/deliveries/{token}/release', { params: { token }, body: {}, signal: end });
  try {
    await retry(release, { clock, signal: end });
  } catch (error) {
    // 409: its lease has ended already.
    if (end.aborted || (error instanceof ApiError && error.status === 409)) return;
    log(`A delivery was not released: ${(error as Error).message}`, error);
  }
}
