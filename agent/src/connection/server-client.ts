import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';
import type { Log } from '../log.ts';
import { printable } from '../printable.ts';
import { isRetryable } from './retry.ts';

export interface ServerClient {
  call: Call;
  /** Aborted when the server no longer knows the token (401). */
  revoked: AbortSignal;
}

/** The calls to the server with a token. Logs when the server stops answering, asks to wait, and answers again. */
export function createServerClient({
  url,
  token,
  log,
}: {
  url: string;
  /** Undefined for the calls before the agent has a token. */
  token: string | undefined;
  log: Log;
}): ServerClient {
  const revoked = new AbortController();
  const client = createClient({ baseUrl: url, token: () => token, onUnauthorized: () => revoked.abort() });
  const status = createStatusLog(url, log);
  const observe = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      const answer = await asked;
      // A hotel's sign-in page, for example, answers like this.
      if (answer instanceof Blob) throw noAnswer(`${url} does not answer as Pigeonpost does.`);
      status.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      status.refused(error);
      throw withPrintableText(error);
    }
  };
  const call: Call = (name, ...input) => observe(client(name, ...input));
  return { call, revoked: revoked.signal };
}

/** Logs once when the server stops answering, asks to wait, and answers again. */
function createStatusLog(url: string, log: Log) {
  let isAway = false;
  let asksToWait = false;
  const setAway = (away: boolean) => {
    asksToWait = false;
    if (away === isAway) return;
    isAway = away;
    log(away ? `${url} does not answer. Trying again until it does.` : `${url} answers again.`);
  };
  return {
    answered: () => setAway(false),
    refused(error: ApiError) {
      if (error.status !== 429) return setAway(isRetryable(error));
      if (!asksToWait) log(`${url} asks to wait: ${error.message}`);
      asksToWait = true;
    },
  };
}

function noAnswer(error: string): ApiError {
  return new ApiError({ status: 0, body: { error } });
}

function withPrintableText({ status, body, retryAfter }: ApiError): ApiError {
  return new ApiError({ status, body: { ...body, error: printable(body.error) }, retryAfter });
}
