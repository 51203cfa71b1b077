import { formatNoun } from '../../../format/format-number.ts';

/** How many people have each of some fields or tags, and whether all people were looked at. */
export type Counted = { known: { id: number; people: number | null }[]; is_counted_to_end: boolean };

/** '1,142 people', or 'at least 200,000 people'; undefined until they are counted. */
export function formatPeople(counted: Counted | undefined, id: number): string | undefined {
  const people = counted?.known.find((one) => one.id === id)?.people ?? undefined;
  if (people === undefined) return undefined;
  return `${counted?.is_counted_to_end ? '' : 'at least '}${formatNoun(people, 'person', 'people')}`;
}
