import type { AgentRequest } from '@pigeonpost/contract/calls/agent';
import { ApiError, type Call } from '@pigeonpost/contract/client';
import type { Clock } from './clock.ts';
import { keyedMutex } from './keyed-mutex.ts';
import { untilAnswered } from './until-answered.ts';

export type Results = Record<string, unknown>;

/** What a handler is given to do a request. Its results complete the request; a throw fails it with its message. */
export interface RequestWork {
  payload: AgentRequest['payload'];
  /** Says that it is being worked on. Throws when the request has ended meanwhile: there is nothing left to do. */
  progress(results?: Results): Promise<void>;
}

export type RequestHandlers = Record<AgentRequest['kind'], (work: RequestWork) => Promise<Results>>;

export interface RequestOptions {
  call: Call;
  clock: Clock;
  say: (line: string) => void;
  /** Ends the work and the repeating; the server gives the request up by itself. */
  stop: AbortSignal;
  handlers: RequestHandlers;
}

const ERROR_MAX = 2000;

/**
 * Does what the server asks of this machine (4-agent-protocol, requests), one of a kind at a time, because each
 * may start a Firefox of its own. What it gives never throws.
 */
export function createRequestDesk(options: RequestOptions): (request: AgentRequest) => Promise<void> {
  const inTurn = keyedMutex();
  return (request) => inTurn(request.kind, () => answer(options, request));
}

async function answer(options: RequestOptions, request: AgentRequest): Promise<void> {
  const { call, clock, say, stop } = options;
  try {
    const result = await work(options, request);
    if (stop.aborted) return;
    const report = () =>
      call('POST /api/agent/requests/{id}/result', {
        params: { id: request.id },
        body: result,
        signal: stop,
      });
    await untilAnswered(report, { clock, signal: stop });
    say(`${request.kind}: ${result.error_message ?? 'done.'}`);
  } catch (error) {
    if (!stop.aborted)
      say(`The request ${request.id} (${request.kind}) was left: ${(error as Error).message}`);
  }
}

interface RequestResult {
  status: 'completed' | 'failed';
  results?: Results;
  error_message?: string;
}

async function work(options: RequestOptions, { id, kind, payload }: AgentRequest): Promise<RequestResult> {
  const { call, clock, stop, handlers } = options;
  let hasEnded: ApiError | undefined;
  const progress = async (results?: Results) => {
    const body = results ? { results } : {};
    try {
      await untilAnswered(
        () => call('POST /api/agent/requests/{id}/progress', { params: { id }, body, signal: stop }),
        { clock, signal: stop },
      );
    } catch (error) {
      if (error instanceof ApiError) hasEnded = error;
      throw error;
    }
  };
  try {
    return { status: 'completed', results: await handlers[kind]({ payload, progress }) };
  } catch (error) {
    if (hasEnded) throw hasEnded;
    return { status: 'failed', error_message: (error as Error).message.slice(0, ERROR_MAX) };
  }
}
