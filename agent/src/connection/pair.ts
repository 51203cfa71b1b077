import { parseUserCode } from '@pigeonpost/contract/account/pairings';
import type { Enrolled, EnrollingMachine } from '@pigeonpost/contract/calls/agent-protocol';
import type { Answer, Call } from '@pigeonpost/contract/client';
import { ApiError } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import { retry } from './retry.ts';

/** A code that waits for its confirmation on the page. */
interface Pairing {
  user_code: string;
  /** The address of that page. */
  address: string;
  /**
   * Resolves with the agent's token once its owner has confirmed the code, or with undefined when the code has expired.
   * Throws a sentence if it was refused.
   */
  confirmed(): Promise<Enrolled | undefined>;
}

interface PairOptions {
  url: string;
  call: Call;
  clock: Clock;
  signal: AbortSignal;
}

type Opened = Answer<'POST /api/agent/pairings'>;

const SHORTEST_INTERVAL_SECONDS = 1;

/** Asks the server for a code to show (docs/behaviour.md#pairings); undefined if the server is older than pairing. */
export async function openPairing(
  machine: EnrollingMachine,
  options: PairOptions,
): Promise<Pairing | undefined> {
  const { url, call, clock, signal } = options;
  const open = () => call('POST /api/agent/pairings', { body: machine, signal });
  const opened = await retry(open, { clock, signal }).catch(unlessGone);
  if (!opened) return undefined;
  // It becomes part of an address that is passed to another program.
  const user_code = parseUserCode(opened.user_code);
  if (!user_code) throw new Error(`${url} does not answer as Pigeonpost does.`);
  return {
    user_code,
    address: `${url}/pair?code=${user_code}`,
    confirmed: () => untilConfirmed(opened, options),
  };
}

async function untilConfirmed(
  { device_code, interval }: Opened,
  { call, clock, signal }: PairOptions,
): Promise<Enrolled | undefined> {
  for (;;) {
    // A lost answer is asked for again, and is the same.
    const ask = () => call('POST /api/agent/pairings/token', { body: { device_code }, signal });
    const answer = await retry(ask, { clock, signal }).catch(unlessGone);
    if (!answer || answer.status === 'connected') return answer;
    await clock.sleep(Math.max(interval, SHORTEST_INTERVAL_SECONDS) * 1000, signal);
    signal.throwIfAborted();
  }
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
