import type { NotificationKind } from '@pigeonpost/contract/notifications/kinds';
import type { Notice } from '@pigeonpost/contract/notifications/notice';
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

/** The same of every administrator. */
export async function notifyAdmins(context: EngineContext, notice: Notice): Promise<void> {
  const given = [context.deps.clock.now(), JSON.stringify(notice)];
  publishEvents(context, await callWithin<EngineEvent[]>(context.tx, 'notify_admins', given));
}
