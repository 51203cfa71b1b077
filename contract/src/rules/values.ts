import { OPTOUT } from '../people/stop-link.ts';
import { SOURCE } from '../templates.ts';
import type { CampaignPart } from '../text/campaign-text.ts';
import { LOCAL_NAME, localName } from '../text/message-text.ts';

/** Where a person's values come from. */
interface ValueSources {
  recipient: string;
  /** Their values by the ids of fields; null: they have none. */
  fields: Readonly<Record<string, string>> | null;
  /** Their newest source that counts, as it was stated. */
  source: string | null;
  /** A stop link as long as theirs; null: the text needs none. */
  stop_link: string | null;
}

/** A person's values for the blanks of a text, by field (docs/engine.md#blanks). */
export function valuesFor(
  parts: readonly CampaignPart[],
  { recipient, fields, source, stop_link }: ValueSources,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const part of parts) {
    if (typeof part === 'string' || part.field === undefined) continue;
    const value =
      part.field === OPTOUT
        ? stop_link
        : part.field === SOURCE
          ? source
          : part.field === LOCAL_NAME
            ? localName(recipient)
            : fields?.[part.field];
    if (value !== null && value !== undefined) values[part.field] = value;
  }
  return values;
}
