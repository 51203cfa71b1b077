/** The API's document of the last release, without its texts. */
export const RELEASED = 'checks/api/released.json';

const TEXTS = new Set([
  'description',
  'summary',
  'title',
  'examples',
  'example',
  'tags',
  'externalDocs',
  'servers',
]);
/** Below these keys stand names, which may be called as a text. */
const NAMED = new Set(['properties', 'schemas', 'responses', 'paths', 'parameters', 'dependentSchemas']);

/** A document without what is for people alone, so that a file of it changes only when the API does. */
export function withoutTexts(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutTexts(member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || !TEXTS.has(key))
      .map(([key, member]) => [key, withoutTexts(member, !areNames && NAMED.has(key))]),
  );
}
