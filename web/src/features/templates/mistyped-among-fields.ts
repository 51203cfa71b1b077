import { readTokens, USERNAME } from '@pigeonpost/contract/message-text';
import type { QueryClient } from '@tanstack/react-query';
import { fieldsQuery } from '../fields/api.ts';
import { findLikeABlank } from './parts/mistyped-blank.ts';
import { mayUseFields, USERNAME_BLANK } from './parts/plain-text.ts';

/** Finds the first text in a message that looks like a blank and is none of the user's fields. */
export async function mistypedFinder(client: QueryClient, content: string) {
  const fields = mayUseFields(content) ? await client.fetchQuery(fieldsQuery) : [];
  const names = fields.map(({ name }) => name);
  return (text: string) => findMistypedBlank(text, names);
}

/** The first text in a message that looks like a blank and is none; `names` are those of the user's fields. */
export function findMistypedBlank(content: string, names: readonly string[] = []): string | undefined {
  return findLikeABlank(withoutBlanks(content, names));
}

/** The text without its blanks that can be filled, and without escaped characters: all else stays in its place. */
function withoutBlanks(content: string, names: readonly string[]): string {
  const known = new Set([USERNAME, ...names]);
  const pieces = readTokens(content).map(({ source, part, isBroken }) => {
    const stays = isBroken || (typeof part === 'string' ? part === source : !known.has(part.name));
    // {username} itself is looked at: the characters around it may be wrong.
    return stays || source === USERNAME_BLANK ? source : ' '.repeat(source.length);
  });
  return pieces.join('');
}
