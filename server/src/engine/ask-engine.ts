import { startStopwatch } from '../clock.ts';
import { callWithin } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import type { EngineContext } from './context.ts';
import { type EngineEvent, publishEvents, publishNow } from './publish.ts';

/** What a function of the engine answers. */
interface EngineAnswer<Answers> {
  /** When the step was taken, in milliseconds. */
  moment: number;
  answers: Answers;
  events: EngineEvent[];
}

/** The functions that are a transaction by themselves, and the steps as which they are measured. */
const STEPS = { claim_for_work_calls: 'claim' } as const;

/** Calls a function of the engine that is a transaction by itself and takes the users' locks. */
export async function askEngine<Answers>(
  deps: Deps,
  name: keyof typeof STEPS,
  args: unknown[],
): Promise<Answers> {
  const seconds = startStopwatch();
  const asked = await deps.callEngine<EngineAnswer<Answers>>(name, [deps.clock.moment, ...args]);
  deps.metrics.stepTaken(STEPS[name], seconds());
  deps.clock.learn(asked.moment, seconds());
  publishNow(deps, asked.events);
  return asked.answers;
}

/** Calls one within the step's transaction, which holds the user's lock. */
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
