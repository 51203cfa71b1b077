import { createHmac, randomUUID } from 'node:crypto';
import { hashToken } from '../../access/tokens.ts';
import type { MailedLinkKind } from '../../database/column-values.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { extendLink, putLink } from './link-queries.ts';
import type { MailValues } from './mail-texts.ts';
import type { ClaimedMail } from './queries.ts';
import { type NewMail, queueMail } from './queue-mail.ts';

const HOUR_MS = 3_600_000;

/** How long a mailed link is valid after it was sent. */
const VALID_MS: Record<MailedLinkKind, number> = { confirm_email: 24 * HOUR_MS, password_reset: HOUR_MS };

/**
 * Queues a mail with a link that makes the previous one of its kind void. The token follows from the mail and the server's
 * key, so that each try sends the same one and only its hash is stored.
 */
export async function queueLink<Kind extends MailedLinkKind>(
  deps: Pick<Deps, 'mail' | 'clock' | 'identity' | 'secrets'>,
  tx: Tx,
  { user_id, kind, to, values }: { user_id: number; kind: Kind; to: string; values: MailValues[Kind] },
): Promise<void> {
  const message_id = randomUUID();
  const mail = { user_id, kind, to, values, message_id } as NewMail;
  if ((await queueMail(deps, tx, mail)) === undefined) return;
  const now = deps.clock.now();
  await putLink(tx, {
    user_id,
    kind,
    to_address: to,
    token_hash: hashToken(tokensOf(deps, message_id)[0] ?? ''),
    created_at: now,
    expires_at: new Date(now.getTime() + VALID_MS[kind]),
  });
}

/** The token of a mail that is sent now: '' for a kind without one, undefined if its link was used or is void. */
export async function tokenToSend(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  { user_id, kind, message_id }: ClaimedMail,
): Promise<string | undefined> {
  if (!isLinkKind(kind)) return '';
  const expires_at = new Date(deps.clock.now().getTime() + VALID_MS[kind]);
  // The server's key may have been replaced since.
  for (const token of tokensOf(deps, message_id))
    if (await extendLink(tx, { user_id, kind, token_hash: hashToken(token), expires_at })) return token;
  return undefined;
}

function tokensOf({ secrets }: Pick<Deps, 'secrets'>, message_id: string): string[] {
  return secrets
    .deriveKeys('mailed links')
    .map((key) => `pp_${createHmac('sha256', key).update(message_id).digest('base64url')}`);
}

const isLinkKind = (kind: string): kind is MailedLinkKind => Object.hasOwn(VALID_MS, kind);
