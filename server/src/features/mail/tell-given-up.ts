import { noticeOfLostMail } from '@pigeonpost/contract/notifications/notice';
import type { EngineContext } from '../../engine/context.ts';
import { notifyAdmins } from '../../notifications/notify-user.ts';
import type { MailKind } from './mail-texts.ts';

/** A mail that was not sent at any of its tries. */
interface GivenUpMail {
  id: number;
  user_id: number;
  kind: MailKind;
  tries: number;
  /** What the last try met, without addresses. */
  failure: string;
}

/** Tells that a mail is given up, in the transaction that gives it up. */
export async function tellGivenUp(
  context: EngineContext,
  { id, kind, tries, failure }: GivenUpMail,
): Promise<void> {
  context.deps.log.warn(`Mail ${id} (${kind}) was not sent in ${tries} tries and is given up: ${failure}.`);
  await notifyAdmins(context, noticeOfLostMail(context.deps.clock.now().getTime()));
}
