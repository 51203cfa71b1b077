import { ApiError, type Call, createClient } from '@pigeonpost/contract/client';
import { isUnanswered } from './until-answered.ts';

export interface ServerClient {
  call: Call;
  /** Aborted when the server no longer knows the token (401). */
  revoked: AbortSignal;
}

/** The calls to the server with a token; says in a line when the server goes away and when it is back. */
export function createServerClient({
  url,
  token,
  say,
}: {
  url: string;
  token: string;
  say: (line: string) => void;
}): ServerClient {
  const revoked = new AbortController();
  const client = createClient({ baseUrl: url, token: () => token, onUnauthorized: () => revoked.abort() });
  let isAway = false;
  const noteAway = (away: boolean) => {
    if (away === isAway) return;
    isAway = away;
    say(away ? `${url} does not answer. Trying on until it does.` : `${url} answers again.`);
  };
  const watch = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      const answer = await asked;
      noteAway(false);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 429) noteAway(isUnanswered(error));
      throw error;
    }
  };
  const call: Call = (name, ...input) => watch(client(name, ...input));
  return { call, revoked: revoked.signal };
}
