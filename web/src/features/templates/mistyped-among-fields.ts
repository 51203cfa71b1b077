import type { QueryClient } from '@tanstack/react-query';
import { fieldsQuery } from '../fields/api.ts';
import { findMistypedBlank } from './parts/find-mistyped-blank.ts';
import { mayUseFields } from './parts/plain-text.ts';

/** Finds the first text in a message that looks like a blank and is none of the user's fields. */
export async function mistypedFinder(client: QueryClient, content: string) {
  const fields = mayUseFields(content) ? await client.fetchQuery(fieldsQuery) : [];
  const names = fields.map(({ name }) => name);
  return (text: string) => findMistypedBlank(text, names);
}
