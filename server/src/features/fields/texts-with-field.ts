import { TEMPLATE_CONTENT_MAX } from '@pigeonpost/contract/templates';
import { isLongerThan } from '@pigeonpost/contract/text/characters';
import { readTokens } from '@pigeonpost/contract/text/message-text';
import type { Tx } from '../../database/transaction.ts';
import { conflict } from '../../errors.ts';
import { updateTemplate } from '../templates/queries.ts';
import { findCampaignWithField, listBlankTemplates } from './text-queries.ts';

interface Named {
  user_id: number;
  name: string;
}

/**
 * Writes the new name of a field into the templates that use the old one. Campaigns keep
 * theirs, which fill by the id of the field. 409 where a template would become too long. The user lock must be held.
 */
export async function renameInTexts(tx: Tx, { user_id, name, to }: Named & { to: string }): Promise<void> {
  for (const template of await listBlankTemplates(tx, user_id)) {
    const content = renameBlank(template.content, { name, to });
    if (content === template.content) continue;
    if (isLongerThan(content, TEMPLATE_CONTENT_MAX))
      throw conflict(
        `With this name, the template "${template.name}" would have more than 1,000 characters.`,
      );
    await updateTemplate(tx, { user_id, id: template.id }, { content });
  }
}

/** 409 that names a template, or an unfinished campaign, whose text has a blank of this field. */
export async function refuseFieldInUse(tx: Tx, { user_id, id, name }: Named & { id: number }): Promise<void> {
  const template = (await listBlankTemplates(tx, user_id)).find(({ content }) =>
    readTokens(content).some(({ part }) => isBlankOf(part, name)),
  );
  if (template)
    throw conflict(`The template "${template.name}" uses this field. Change or delete that template first.`);
  const campaign = await findCampaignWithField(tx, { user_id, id });
  if (campaign !== undefined)
    throw conflict(`This field is used by the campaign "${campaign}". Stop or delete that campaign first.`);
}

const isBlankOf = (part: string | { name: string }, name: string) =>
  typeof part !== 'string' && part.name === name;

/** The text with the field's blanks under another name; everything else stays as it was typed. */
function renameBlank(content: string, { name, to }: { name: string; to: string }): string {
  return readTokens(content)
    .map(({ source, part }) => {
      if (!isBlankOf(part, name)) return source;
      const fallbackAt = source.indexOf('|');
      return `{${to}${fallbackAt === -1 ? '}' : source.slice(fallbackAt)}`;
    })
    .join('');
}
