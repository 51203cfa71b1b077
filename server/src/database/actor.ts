import { AsyncLocalStorage } from 'node:async_hooks';

/** The user who makes a change, for the audit log (docs/behaviour.md#audit-log). */
export interface Actor {
  /** Left out before signing in: then it is the user whom the change is about. */
  user_id?: number;
  username?: string;
  address: string;
  at: Date;
}

const actors = new AsyncLocalStorage<Actor>();

/** Does the work, with all transactions that it opens, as this actor. */
export function asActor<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

/** The actor as the value of the setting app.actor; empty if the server works by itself. */
export function currentActor(): string {
  const actor = actors.getStore();
  return actor ? JSON.stringify(actor) : '';
}
