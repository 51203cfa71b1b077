import type { BeginRefusal } from '@pigeonpost/contract/agent';
import type { Deps } from '../deps.ts';
import { askEngine } from './ask-engine.ts';
import type { JudgedReply } from './record-replies.ts';

interface BeginCall {
  user_id: number;
  token: string;
  /** What the agent saw in the thread. */
  replies?: JudgedReply[] | undefined;
}

interface BeginAnswer {
  verdict: 'granted' | BeginRefusal;
  /** The user's high-water mark, this grant counted. */
  mark: number;
}

/**
 * Grants sending, or says why not, for each call in order (docs/engine.md#begin). A token may occur once in a
 * batch.
 */
export async function beginDeliveries(deps: Deps, calls: BeginCall[]): Promise<BeginAnswer[]> {
  const { answers, marks } = await askEngine<BeginAnswer['verdict'][]>(deps, 'begin_deliveries', [
    calls.map(({ user_id }) => user_id),
    calls.map(({ token }) => token),
    calls.some(({ replies }) => replies) ? JSON.stringify(calls.map(({ replies }) => replies ?? null)) : null,
  ]);
  return answers.map((verdict, index) => ({ verdict, mark: marks[index] ?? 0 }));
}
