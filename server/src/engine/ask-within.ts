import { callWithin } from '../database/transactions.ts';
import type { EngineContext } from './context.ts';
import { type EngineEvent, publishEvents } from './publish.ts';

/** What a function of the engine answers. */
interface EngineAnswer<Answers> {
  answers: Answers;
  events: EngineEvent[];
}

/** Calls a function of the engine within the step's transaction, which holds the user's lock. */
export async function askWithin<Answers>(
  context: EngineContext,
  name: string,
  args: unknown[],
): Promise<Answers> {
  const { answers, events } = await callWithin<EngineAnswer<Answers>>(context.tx, name, [
    context.deps.clock.now(),
    ...args,
  ]);
  publishEvents(context, events);
  return answers;
}
