import type { CampaignPart } from '@pigeonpost/contract/text/campaign-text';
import { fillText, fillUsername, USERNAME } from '@pigeonpost/contract/text/message-text';

/** A campaign's text, and the values of one delivery. */
export interface CampaignText {
  template_content: string;
  /** Null: only {username} is filled (docs/behaviour.md#blanks). */
  parts: CampaignPart[] | null;
  /** By the ids of fields; what is given, such as the whole stop link, by its name. */
  blanks: Record<string, string> | null;
}

/** The message of a delivery; null if its values are not known, as after a restore. */
export function fillMessage(
  { template_content, parts, blanks }: CampaignText,
  recipient: string,
): string | null {
  if (parts === null) return fillUsername(template_content, recipient);
  return blanks && fillText(parts, valuesByName(parts, blanks, recipient));
}

/** Values by the names that the campaign's blanks have, whatever their fields are called now. */
export function valuesByName(
  parts: CampaignPart[],
  blanks: Record<string, string>,
  recipient: string,
): Record<string, string> {
  const values: Record<string, string> = { [USERNAME]: recipient };
  for (const part of parts)
    if (typeof part !== 'string' && part.field !== undefined) {
      const value = blanks[part.field];
      if (value !== undefined) values[part.name] = value;
    }
  return values;
}
