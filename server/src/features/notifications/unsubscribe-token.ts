import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  ALWAYS_MAILED,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '@pigeonpost/contract/notifications/kinds';
import type { SecretBox } from '../../secrets/secret-box.ts';

/** What the holder of a token may end: the mails of these kinds to this user. */
interface Unsubscribing {
  user_id: number;
  kinds: NotificationKind[];
}

/** The token of a mail's address for ending its kinds. It is signed and not stored, and good as long as the server's key. */
export function unsubscribeToken(
  secrets: Pick<SecretBox, 'deriveKeys'>,
  { user_id, kinds }: Unsubscribing,
): string {
  const said = `${user_id}.${kinds.join('-')}`;
  return `${said}.${signaturesOf(secrets, said)[0]}`;
}

/** What a token may end; undefined for one that this server did not make. */
export function readUnsubscribeToken(
  secrets: Pick<SecretBox, 'deriveKeys'>,
  token: string,
): Unsubscribing | undefined {
  const [user_id = '', kinds = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isOurs = signaturesOf(secrets, `${user_id}.${kinds}`).some((one) => {
    const made = Buffer.from(one);
    return made.length === given.length && timingSafeEqual(made, given);
  });
  if (!isOurs) return undefined;
  const named = kinds.split('-');
  return {
    user_id: Number(user_id),
    kinds: NOTIFICATION_KINDS.filter((kind) => named.includes(kind) && kind !== ALWAYS_MAILED),
  };
}

const signaturesOf = ({ deriveKeys }: Pick<SecretBox, 'deriveKeys'>, said: string): string[] =>
  deriveKeys('ending mails of notifications').map((key) =>
    createHmac('sha256', key).update(said).digest('base64url'),
  );
