import type { ServerIdentity } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError } from '@pigeonpost/contract/client';
import { retry } from '../connection/retry.ts';
import type { AnsweredDelivery } from '../storage/answered.ts';
import type { Journal } from '../storage/journal.ts';
import type { JournalOwner } from '../storage/journal-lines.ts';
import { type ReportOptions, reportResult } from './report-result.ts';

interface MergeOptions extends ReportOptions {
  journal: Journal;
  owner: JournalOwner;
}

/** Reports to the server what its database may have forgotten. */
interface Merging {
  /**
   * Call it with the server of each work answer. A new epoch begins a merge, and so does the next call after a failed
   * merge; until it succeeds nothing is sent for this user. It never throws.
   */
  met(server: ServerIdentity): void;
  /** The epoch of the last successful `merged` call. */
  merged(): number | undefined;
  /** Resolves when no merge is under way. */
  finished(): Promise<void>;
}

const AT_ONCE = 20;
const CHECK_AGAIN_MS = 1_000;

/**
 * After a restore the database has another epoch than the one in which the journal's results were answered. All of them
 * are reported again, and when no older work is left, the server is told so (docs/engine.md#restore).
 */
export function createMerging(options: MergeOptions): Merging {
  const { log, end } = options;
  let met: number | undefined;
  let merged: number | undefined;
  let underWay: Promise<void> = Promise.resolve();
  return {
    met({ epoch }) {
      if (epoch === met) return;
      met = epoch;
      underWay = underWay
        .then(() => merge(options, epoch))
        .then((isMerged) => {
          if (isMerged) merged = epoch;
        })
        .catch((error: Error) => {
          if (met === epoch) met = undefined;
          if (!end.aborted) log(`The journal was not reported again: ${error.message}`, error);
        });
    },
    merged: () => merged,
    finished: () => underWay,
  };
}

/** False if yet another epoch has begun meanwhile; the next work call names it. */
async function merge(options: MergeOptions, epoch: number): Promise<boolean> {
  const { call, clock, journal, owner, log, end } = options;
  // Deliveries past begin continue to their result: the restored database may have forgotten them.
  while (journal.unfinished(owner).some((delivery) => delivery.epoch !== epoch)) {
    await clock.sleep(CHECK_AGAIN_MS, end);
    end.throwIfAborted();
  }
  const before = await journal.answeredBefore(owner, epoch);
  if (before.length > 0)
    log(`The server's database was restored: ${before.length} results are reported again.`);
  for (let start = 0; start < before.length; start += AT_ONCE)
    await Promise.all(before.slice(start, start + AT_ONCE).map((one) => repeat(options, epoch, one)));
  end.throwIfAborted();
  try {
    await retry(() => call('POST /api/agent/merged', { body: { epoch }, signal: end }), {
      clock,
      signal: end,
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}

async function repeat(
  options: MergeOptions,
  epoch: number,
  { delivery, result, clicked_at }: AnsweredDelivery,
): Promise<void> {
  const isAnswered = await reportResult(options, delivery, { ...result, line: { ...delivery, clicked_at } });
  options.end.throwIfAborted();
  if (!isAnswered) throw new Error(`What came of ${delivery.recipient} was not taken.`);
  await options.journal.answered(delivery.token, epoch);
}
