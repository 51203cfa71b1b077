import { type StartProblem, startProblemWords } from '@pigeonpost/contract/campaigns/start-problems';
import { OPTOUT } from '@pigeonpost/contract/people/stop-link';
import { SOURCE } from '@pigeonpost/contract/templates';
import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import {
  blankNames,
  findUnknownBlanks,
  hasOnlyUsername,
  hasStopLink,
  LOCAL_NAME,
  parseText,
  USERNAME,
  unknownBlankText,
} from '@pigeonpost/contract/text/message-text';
import { sql } from 'kysely';
import { getServerAddress } from '../database/server-identity-queries.ts';
import type { Tx } from '../database/transaction.ts';
import { badRequest, conflict, type RefusalError } from '../errors.ts';

/** A field of a user that a text may use, or what stands in its place on a site of addresses. */
export interface TextField {
  id: number | typeof LOCAL_NAME;
  name: string;
}

/** What texts may use besides the name, without fields that were deleted. */
export async function listTextFields(tx: Tx, user_id: number): Promise<TextField[]> {
  const fields = await tx
    .selectFrom('fields')
    .select(['id', 'name'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const names = fields.map(({ name }) => name);
  const { names: kind } = await tx
    .selectFrom('settings')
    .select('names')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return blankNames(names, kind).map((name, at) => fields[at] ?? { id: LOCAL_NAME, name });
}

/**
 * The columns of a campaign with this text. Throws if it has an unknown blank (docs/behaviour.md#blanks), or a stop link
 * that cannot work (docs/behaviour.md#the-stop-link).
 */
export async function readText(tx: Tx, { user_id, content }: { user_id: number; content: string }) {
  const parts = hasOnlyUsername(content) ? null : await readKnownParts(tx, { user_id, content });
  const problem = parts && hasStopLink(content) ? await findLinkProblem(tx, user_id) : undefined;
  if (problem) throw linkRefusal(problem);
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

/** Why people cannot open a stop link of the user's, or read there who writes. */
export async function findLinkProblem(tx: Tx, user_id: number): Promise<LinkProblem | undefined> {
  const { address, is_public } = await getServerAddress(tx);
  if (!is_public)
    return { kind: 'unreachable', address, reads_replies: await readsRepliesAnywhere(tx, user_id) };
  const { sender_name } = await tx
    .selectFrom('settings')
    .select('sender_name')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  return sender_name === null ? { kind: 'no_sender_name' } : undefined;
}

export type LinkProblem = Extract<StartProblem, { kind: 'unreachable' | 'no_sender_name' }>;

/** The answer to somebody whose text has such a link. */
export function linkRefusal(problem: LinkProblem): RefusalError {
  const code = problem.kind === 'unreachable' ? 'optout_unreachable' : problem.kind;
  return conflict(startProblemWords(problem), { code });
}
