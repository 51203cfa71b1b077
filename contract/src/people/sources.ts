import * as z from 'zod';
import { checkedText, Id, NOT_BLANK, ONE_LINE, Time } from '../fields.ts';
import { countCharacters } from '../text/characters.ts';
import { visibleLine } from '../text/visible-text.ts';
import { cleanValue } from './person-fields.ts';

/** Characters of a source. */
export const SOURCE_MAX = 200;
/** Sources that a person has; of more, the newest stay. */
export const PERSON_SOURCES_MAX = 20;
/** Characters of the reason for which a source is taken off a person. */
export const WITHDRAWAL = { min: 3, max: 200 };

export const SOURCE_REQUIRED = 'Say where these people are from: your Settings ask for it.';
export const SOURCE_IN_FUTURE = 'A source’s date must not be in the future';

/** A source as it is stored; strangers read it on the page of a stop link. */
const cleanSource = (text: string) => cleanValue(visibleLine(text));

/** The error of a source's text, as a sentence, or undefined. */
function sourceError(text: string): string | undefined {
  const cleaned = cleanSource(text);
  if (cleaned === '') return 'Source is required';
  return countCharacters(cleaned) > SOURCE_MAX
    ? `Source must not exceed ${SOURCE_MAX} characters`
    : undefined;
}

/** Where somebody is from, in the owner's words, and since when (docs/behaviour.md#sources). */
export const StatedSource = z
  .strictObject({
    text: checkedText('Source is required', sourceError, {
      minLength: 1,
      maxLength: SOURCE_MAX,
      pattern: NOT_BLANK,
      description: ONE_LINE,
    }).transform(cleanSource),
    /** The day, such as 2026-10-03. */
    stated_on: z.iso.date('Enter a date such as 2026-10-03').meta({ description: 'Not in the future.' }),
  })
  .meta({ id: 'StatedSource' });
export type StatedSource = z.output<typeof StatedSource>;

/** A source of a person. */
export const PersonSource = z
  .object({
    id: Id,
    text: z.string(),
    stated_on: z.string(),
    /** The list whose import stated it; null: stated by hand. */
    list_name: z.string().nullable(),
    /** Since when it no longer counts, and why; null reason: its import was undone. */
    withdrawn: z.object({ at: Time, reason: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'PersonSource' });
export type PersonSource = z.infer<typeof PersonSource>;

/** The error of a reason to take a source off, as a sentence, or undefined. */
export function withdrawalError(reason: string): string | undefined {
  const length = countCharacters(visibleLine(reason));
  if (length >= WITHDRAWAL.min && length <= WITHDRAWAL.max) return undefined;
  return `Say why, in ${WITHDRAWAL.min} to ${WITHDRAWAL.max} characters`;
}
