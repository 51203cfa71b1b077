import { nameOf } from '@pigeonpost/contract/name-of';
import type { NameKind } from '@pigeonpost/contract/recipients';
import { isHeadWord, isNameHead } from './head-words.ts';

/** The names of a pasted text, one a line or separated by commas, each once; and the number of invalid parts. */
export function pastedNames(text: string, kind: NameKind): { names: string[]; leftOut: number } {
  const parts = text
    .split(/[\r\n,;\t，；]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isHead = (part: string, at: number) =>
    isNameHead(part, kind === 'address') || (at === 0 && parts.length > 1 && isHeadWord(part));
  const people = parts.filter((part, at) => !isHead(part, at));
  const names = new Set<string>();
  const leftOut = new Set<string>();
  for (const part of people) {
    const { name, reason } = nameOf(part, kind);
    if (reason === undefined) names.add(name);
    else if (name !== '') leftOut.add(name);
  }
  return { names: [...names], leftOut: leftOut.size };
}
