import { REQUEST_KINDS } from '@pigeonpost/contract/agent';
import type { AgentRequest } from '@pigeonpost/contract/calls/agent-protocol';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from '../clock.ts';
import { retry } from '../connection/retry.ts';
import { keyedMutex } from '../keyed-mutex.ts';
import type { Log } from '../log.ts';

export type Results = Record<string, unknown>;

/** The parameters of a handler. Its results complete the request; a throw fails it with its message. */
export interface RequestJob {
  payload: AgentRequest['payload'];
  /** Reports progress. Throws when the request has ended meanwhile, because nothing is left to do. */
  progress(results?: Results): Promise<void>;
}

export type RequestHandlers = Record<AgentRequest['kind'], (job: RequestJob) => Promise<Results>>;

interface RequestOptions {
  call: Call;
  clock: Clock;
  log: Log;
  /** Ends the jobs and the repeating of calls; the server lets the requests expire. */
  stop: AbortSignal;
  handlers: RequestHandlers;
}

const ERROR_MAX = 2000;
/** Screens give up a request without progress for a minute (docs/behaviour.md#requests). */
const SIGN_EVERY_MS = 20_000;

/**
 * Carries out the server's requests for this machine (docs/behaviour.md#requests), one of a kind at a time, because
 * each may start a Firefox of its own. The returned function never throws.
 */
export function createRequestRunner(options: RequestOptions): (request: AgentRequest) => Promise<void> {
  const inTurn = keyedMutex();
  return async (request) => {
    const ended = new AbortController();
    // Also while it waits for another request of its kind.
    void giveSigns(options, request, ended.signal);
    await inTurn(request.kind, () => runAndReport(options, request));
    ended.abort();
  };
}

/** Reports progress of a request at intervals, until it is done or the server has ended it. */
async function giveSigns(
  { call, clock, stop }: RequestOptions,
  { id }: AgentRequest,
  ended: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stop, ended]);
  const sayProgress = () =>
    call('POST /api/agent/requests/{id}/progress', { params: { id }, body: {}, signal });
  try {
    for (;;) {
      await clock.sleep(SIGN_EVERY_MS, signal);
      if (signal.aborted) return;
      await retry(sayProgress, { clock, signal });
    }
  } catch {
    // The request has ended; its handler notices that by itself.
  }
}

async function runAndReport(options: RequestOptions, request: AgentRequest): Promise<void> {
  const { call, clock, log, stop } = options;
  try {
    const result = await runHandler(options, request);
    if (stop.aborted) return;
    const report = () =>
      call('POST /api/agent/requests/{id}/result', {
        params: { id: request.id },
        body: result,
        signal: stop,
      });
    await retry(report, { clock, signal: stop });
    log(`${request.kind}: ${result.error_message ?? 'done.'}`);
  } catch (error) {
    if (!stop.aborted)
      log(`The request ${request.id} (${request.kind}) was given up: ${(error as Error).message}`, error);
  }
}

interface RequestResult {
  status: 'completed' | 'failed';
  results?: Results;
  error_message?: string;
}

async function runHandler(
  options: RequestOptions,
  { id, kind, payload }: AgentRequest,
): Promise<RequestResult> {
  const { call, clock, stop, handlers } = options;
  let hasEnded: ApiError | undefined;
  const progress = async (results?: Results) => {
    const body = results ? { results } : {};
    try {
      await retry(
        () => call('POST /api/agent/requests/{id}/progress', { params: { id }, body, signal: stop }),
        { clock, signal: stop },
      );
    } catch (error) {
      if (error instanceof ApiError) hasEnded = error;
      throw error;
    }
  };
  try {
    // The kind comes from the server, and 'constructor' is a property of every object.
    if (!REQUEST_KINDS.includes(kind))
      throw new Error(`This agent does not know requests of the kind '${kind}'.`);
    return { status: 'completed', results: await handlers[kind]({ payload, progress }) };
  } catch (error) {
    if (hasEnded) throw hasEnded;
    return { status: 'failed', error_message: (error as Error).message.slice(0, ERROR_MAX) };
  }
}
