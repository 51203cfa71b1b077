import { readTokens, USERNAME } from '@pigeonpost/contract/text/message-text';
import { findLikeABlank, type Mistyped } from './mistyped-blank.ts';
import { USERNAME_BLANK } from './plain-text.ts';

/** The first text in a message that looks like a blank and is none; `names` are those that blanks may have. */
export function findMistypedBlank(content: string, names: readonly string[] = []): Mistyped | undefined {
  return findLikeABlank(withoutBlanks(content, names), names);
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
