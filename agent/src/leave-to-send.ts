import { GRANT_SECONDS } from '@pigeonpost/contract/agent';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';
import type { Journal, JournalDelivery } from './journal.ts';
import { untilAnswered } from './until-answered.ts';

/** How far a delivery has come: whatever is not `clicking` has certainly not been sent. */
export type SendingStage = 'not_asked' | 'asked' | 'refused' | 'clicking';

/** The only door to pressing Send (4-agent-protocol, begin). */
export interface LeaveToSend {
  stage(): SendingStage;
  /** Why begin was refused, once it was. */
  refusal(): string;
  /**
   * Asks the server and writes the journal; to be awaited just before the click, with how many messages of
   * our own the thread shows. False: do not press, nothing is owed. Throws why else it is not to be pressed.
   */
  ask(ownMessagesBefore: number): Promise<boolean>;
  /** From now on no leave is given any more. */
  withdraw(): void;
}

export interface LeaveOptions {
  call: Call;
  clock: Clock;
  journal: Journal;
  delivery: JournalDelivery;
  /** Ends the asking. */
  signal: AbortSignal;
}

// Between the last look and the press lies a message to the browser; the server keeps the lease for 5 minutes.
const CLICK_MARGIN_MS = 5_000;

export function createLeave(options: LeaveOptions): LeaveToSend {
  const { journal, delivery } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  let stage: SendingStage = 'not_asked';
  let refusal = '';
  return {
    stage: () => stage,
    refusal: () => refusal,
    withdraw: () => over.abort(new Error('The leave to send was withdrawn.')),
    async ask(ownMessagesBefore) {
      if (signal.aborted) return false;
      stage = 'asked';
      await journal.asked(delivery);
      const answer = await askBegin({ ...options, signal });
      if ('refused' in answer) {
        stage = 'refused';
        refusal = answer.refused;
        return false;
      }
      over.signal.throwIfAborted();
      await journal.clicking(delivery.token, ownMessagesBefore);
      // Looked at after the journal: a slow disk takes its time too.
      over.signal.throwIfAborted();
      if (!answer.isFresh()) {
        throw new Error('The leave to send had run out before the click.');
      }
      stage = 'clicking';
      return true;
    },
  };
}

/** The grant, or the refusal after which nothing is owed. */
async function askBegin({
  call,
  clock,
  delivery,
  signal,
}: LeaveOptions): Promise<{ isFresh(): boolean } | { refused: string }> {
  let asked = 0;
  let isFreshFor = (_seconds: number) => false;
  const params = { token: delivery.token };
  try {
    const { granted, grant_seconds } = await untilAnswered(
      () => {
        asked++;
        isFreshFor = startCounting(clock);
        return call('POST /api/agent/deliveries/{token}/begin', { params, body: {}, signal });
      },
      { clock, signal },
    );
    if (granted !== true) throw new Error('The server did not grant the sending.');
    return { isFresh: () => isFreshFor(Math.min(grant_seconds, GRANT_SECONDS)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    // An earlier asking may have been granted: the delivery is then sending until we say that it is not.
    if (error.code === 'lease_over' && asked > 1) throw error;
    return { refused: error.message };
  }
}

function startCounting(clock: Clock): (seconds: number) => boolean {
  const monotonic = clock.monotonic();
  const date = clock.now().getTime();
  return (seconds) => {
    // Where the monotonic clock stands still while the machine sleeps, the date gives the sleep away.
    const elapsed = Math.max(clock.monotonic() - monotonic, clock.now().getTime() - date);
    return elapsed <= seconds * 1000 - CLICK_MARGIN_MS;
  };
}
