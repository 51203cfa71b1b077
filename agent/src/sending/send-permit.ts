import { GRANT_SECONDS } from '@pigeonpost/contract/agent';
import type { SeenReply } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import { retry } from '../connection/retry.ts';
import type { Journal } from '../storage/journal.ts';
import type { JournalDelivery } from '../storage/journal-lines.ts';

/** The progress of a delivery: at any stage but `clicking` it has certainly not been sent. */
type SendingStage = 'not_asked' | 'not_journalled' | 'asked' | 'refused' | 'clicking';

/** The permit to press Send, which needs the server's grant (docs/engine.md#begin). */
export interface SendPermit {
  stage(): SendingStage;
  /** The reason of a refused begin. */
  refusal(): string;
  /** The monotonic time of the first begin. */
  askedAt(): number;
  /**
   * Asks the server and writes the journal. Await it just before the click, with the number of our own messages in the
   * thread and what the person replied there. False: do not press and do not report. A throw: do not press, report the reason.
   */
  ask(ownMessagesBefore: number, replies?: readonly SeenReply[]): Promise<boolean>;
  /** Whether the permit that was given still allows the press. */
  isFresh(): boolean;
  /** No permit is given after this. */
  withdraw(): void;
}

interface SendPermitOptions {
  call: Call;
  clock: Clock;
  journal: Journal;
  delivery: JournalDelivery;
  /** Ends the asking. */
  signal: AbortSignal;
}

// The press is a message to the browser and takes time after the last check; the server keeps the lease for 5 minutes.
const CLICK_MARGIN_MS = 5_000;

/** The permit of one delivery (docs/engine.md#begin). */
export function createSendPermit(options: SendPermitOptions): SendPermit {
  const { clock, journal, delivery } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  let stage: SendingStage = 'not_asked';
  let refusal = '';
  let askedAt = 0;
  let isFresh = () => false;
  return {
    stage: () => stage,
    refusal: () => refusal,
    askedAt: () => askedAt,
    isFresh: () => stage === 'clicking' && !over.signal.aborted && isFresh(),
    withdraw: () => over.abort(new Error('The permit to send was withdrawn.')),
    async ask(ownMessagesBefore, replies = []) {
      if (signal.aborted) return false;
      stage = 'asked';
      askedAt = clock.monotonic();
      await journal.asked(delivery).catch((error: Error) => {
        stage = 'not_journalled';
        throw error;
      });
      const answer = await askBegin({ ...options, signal }, replies);
      if ('refused' in answer) {
        stage = 'refused';
        refusal = answer.refused;
        return false;
      }
      over.signal.throwIfAborted();
      // Stored before the click: a database that is set back afterwards has forgotten it.
      await journal.told(delivery, { epoch: delivery.epoch, mark: answer.mark });
      await journal.clicking(delivery.token, ownMessagesBefore);
      // Checked after the journal, because a slow disk takes time too.
      over.signal.throwIfAborted();
      isFresh = answer.isFresh;
      if (!isFresh()) {
        throw new Error('The permit to send had run out before the click.');
      }
      stage = 'clicking';
      return true;
    },
  };
}

/** The grant, or a refusal after which nothing is reported. */
async function askBegin(
  { call, clock, delivery, signal }: SendPermitOptions,
  replies: readonly SeenReply[],
): Promise<{ isFresh(): boolean; mark: number } | { refused: string }> {
  let asked = 0;
  let isFreshFor = (_seconds: number) => false;
  const params = { token: delivery.token };
  const body = replies.length > 0 ? { replies: [...replies] } : {};
  try {
    const { granted, grant_seconds, mark } = await retry(
      () => {
        asked++;
        isFreshFor = startCounting(clock);
        return call('POST /api/agent/deliveries/{token}/begin', { params, body, signal });
      },
      { clock, signal },
    );
    if (granted !== true) throw new Error('The server did not grant the sending.');
    return { isFresh: () => isFreshFor(Math.min(grant_seconds, GRANT_SECONDS)), mark };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // An earlier call may have been granted: the delivery is then sending until a result arrives.
    if (error.code === 'lease_over' && asked > 1) throw error;
    return { refused: error.message };
  }
}

function startCounting(clock: Clock): (seconds: number) => boolean {
  const monotonic = clock.monotonic();
  const date = clock.now().getTime();
  return (seconds) => {
    // If the monotonic clock stops while the machine sleeps, the date shows the sleep.
    const elapsed = Math.max(clock.monotonic() - monotonic, clock.now().getTime() - date);
    return elapsed <= seconds * 1000 - CLICK_MARGIN_MS;
  };
}
