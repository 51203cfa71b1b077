import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import { callWithin } from '../database/transactions.ts';
import type { EngineContext } from '../engine/context.ts';
import { type EngineEvent, publishEvents } from '../engine/publish.ts';

interface Told {
  user_id: number;
  kind: NotificationKind;
  args: object;
}

/** Tells a user of a fact, in the transaction of the fact (docs/behaviour.md#notifications). */
export async function notifyUser(context: EngineContext, { user_id, kind, args }: Told): Promise<void> {
  const given = [context.deps.clock.now(), user_id, kind, JSON.stringify(args)];
  publishEvents(context, await callWithin<EngineEvent[]>(context.tx, 'notify_user', given));
}

/** Tells every administrator of a fact that comes often: within a day from the first it is one notification, with its count. */
export async function notifyAdmins(context: EngineContext, kind: NotificationKind): Promise<void> {
  const given = [context.deps.clock.now(), kind];
  publishEvents(context, await callWithin<EngineEvent[]>(context.tx, 'notify_admins', given));
}
