import {
  findUnknownBlanks,
  hasOnlyUsername,
  hasStopLink,
  parseText,
  USERNAME,
  unknownBlankText,
} from '@pigeonpost/contract/message-text';
import { NO_SENDER_NAME, OPTOUT, unreachableText } from '@pigeonpost/contract/stop-link';
import { SOURCE } from '@pigeonpost/contract/templates';
import { sql } from 'kysely';
import { getServerAddress } from '../database/server-identity-queries.ts';
import type { Tx } from '../database/transaction.ts';
import { badRequest, conflict } from '../errors.ts';
import type { CampaignKey } from './context.ts';
import type { CampaignPart } from './message.ts';

/** The fields of a user that a text may use. */
interface TextField {
  id: number;
  name: string;
}

/** What texts may use besides the name, without fields that were deleted. */
export async function listTextFields(tx: Tx, user_id: number): Promise<TextField[]> {
  return tx
    .selectFrom('fields')
    .select(['id', 'name'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * The columns of a campaign with this text. Throws if it has an unknown blank (docs/behaviour.md#blanks), or a stop link
 * that cannot work (docs/behaviour.md#the-stop-link).
 */
export async function readText(tx: Tx, { user_id, content }: { user_id: number; content: string }) {
  const parts = hasOnlyUsername(content) ? null : await readKnownParts(tx, { user_id, content });
  if (parts && hasStopLink(content)) await checkStopLink(tx, user_id);
  return {
    template_content: content,
    parts: parts && JSON.stringify(parts),
    text_hash: sql<string>`md5(${content}::text)`,
  };
}

async function readKnownParts(
  tx: Tx,
  { user_id, content }: { user_id: number; content: string },
): Promise<CampaignPart[]> {
  const fields = await listTextFields(tx, user_id);
  const [unknown] = findUnknownBlanks(
    content,
    fields.map(({ name }) => name),
  );
  if (unknown) {
    const error = unknownBlankText(unknown);
    throw badRequest(error, { code: 'unknown_blank', fields: { message_template_id: error } });
  }
  return partsWithFields(content, fields);
}

/** The parts of a text with the ids of its fields. A blank that is no field stays without one. */
export function partsWithFields(content: string, fields: TextField[]): CampaignPart[] {
  const ids = new Map(fields.map(({ id, name }) => [name, id]));
  return parseText(content).parts.map((part) => {
    if (typeof part === 'string' || part.name === USERNAME) return part;
    const field = part.name === OPTOUT || part.name === SOURCE ? part.name : ids.get(part.name);
    return field === undefined ? part : { ...part, field };
  });
}

/** Whether one of the user's machines can read what people reply. */
export async function readsRepliesAnywhere(tx: Tx, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from agents where user_id = ${user_id} and reads_replies and revoked_at is null limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Throws unless people can open a stop link of the user's, and read there who writes. */
async function checkStopLink(tx: Tx, user_id: number): Promise<void> {
  const { address, is_public } = await getServerAddress(tx);
  if (!is_public) {
    const readsReplies = await readsRepliesAnywhere(tx, user_id);
    throw conflict(unreachableText({ address, readsReplies }), { code: 'optout_unreachable' });
  }
  const { sender_name } = await tx
    .selectFrom('settings')
    .select('sender_name')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (sender_name === null) throw conflict(NO_SENDER_NAME, { code: 'no_sender_name' });
}

/**
 * Throws if a field of a campaign's text was deleted since, or its stop link cannot work. A campaign without parts asks
 * nothing.
 */
export async function checkText(tx: Tx, { user_id, campaign_id }: CampaignKey): Promise<void> {
  const { rows } = await sql<{ name: string; is_link: boolean }>`
    select part->>'name' as name, part->>'field' = ${OPTOUT} as is_link
    from campaigns c, jsonb_array_elements(c.parts) part
    where c.user_id = ${user_id} and c.id = ${campaign_id} and part->>'field' is distinct from ${SOURCE}
      and part->>'field' is not null
      and not exists (select from fields f where f.user_id = c.user_id and f.id::text = part->>'field'
        and f.deleted_at is null)
    order by is_link limit 1`.execute(tx);
  if (rows[0]?.is_link) await checkStopLink(tx, user_id);
  else if (rows[0])
    throw conflict(
      `{${rows[0].name}} is no field of yours any more. Change the message, or make a campaign with another template.`,
      { code: 'unknown_blank' },
    );
}
