import type { Reason } from '../reasons.ts';
import { TEMPLATE_CONTENT_MAX } from '../templates.ts';
import type { CampaignPart } from '../text/campaign-text.ts';
import { countCharacters, isLongerThan } from '../text/characters.ts';

/** A person's values for the blanks of a text, by field. */
export type Blanks = Readonly<Record<string, string>> | null;

const OUTER_SPACE = /^[ \t\n\r]+|[ \t\n\r]+$/g;

/** Why a person with these values gets no message of this text; null: they may (docs/engine.md#blanks). */
export function findUnfit(parts: readonly CampaignPart[], recipient: string, blanks: Blanks): Reason | null {
  let message = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      message += part;
      continue;
    }
    const filled = fillBlank(part, recipient, blanks);
    if (filled === undefined) return { kind: 'unfilled', blank: part.name };
    message += filled;
  }
  // Nothing but blanks, and each has an empty fallback.
  const blank = parts.find((part) => typeof part !== 'string')?.name;
  if (blank !== undefined && message.replace(OUTER_SPACE, '') === '') return { kind: 'unfilled', blank };
  return isLongerThan(message, TEMPLATE_CONTENT_MAX)
    ? { kind: 'too_long', characters: countCharacters(message) }
    : null;
}

/** What fills a blank; undefined: nothing does. One without a field is the name; an empty value counts as none. */
export function fillBlank(
  { field, else: fallback }: Exclude<CampaignPart, string>,
  recipient: string,
  blanks: Blanks,
): string | undefined {
  if (field === undefined) return recipient;
  return blanks?.[field] || fallback;
}
