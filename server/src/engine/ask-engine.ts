import { callWithin } from '../database/transactions.ts';
import type { Deps } from '../deps.ts';
import { type EngineEvent, publishEvents, publishNow, type Step } from './events.ts';

/** What a function of the engine answers. */
interface EngineAnswer<Answers> {
  /** When the step was taken, in milliseconds. */
  moment: number;
  answers: Answers;
  events: EngineEvent[];
}

/** Calls a function of the engine that is a transaction by itself and takes the users' locks. */
export async function askEngine<Answers>(deps: Deps, name: string, args: unknown[]): Promise<Answers> {
  const asked = await deps.callAsSystem<EngineAnswer<Answers>>(name, [deps.clock.moment, ...args]);
  deps.clock.learn(new Date(asked.moment));
  publishNow(deps, asked.events);
  return asked.answers;
}

/** Calls one within the step's transaction, which holds the user's lock. */
export async function askWithin<Answers>(step: Step, name: string, args: unknown[]): Promise<Answers> {
  const { answers, events } = await callWithin<EngineAnswer<Answers>>(step.tx, name, [
    step.deps.clock.now(),
    ...args,
  ]);
  publishEvents(step, events);
  return answers;
}
