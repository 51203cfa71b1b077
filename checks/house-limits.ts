import { posix } from 'node:path';
import { importsOf } from './source-files.ts';

/** The texts of sources by path. */
export type Texts = ReadonlyMap<string, string>;

/** Each file's imports among the same files. */
export function readImports(texts: Texts): Map<string, string[]> {
  return new Map(
    [...texts].map(([path, text]) => [path, importsOf(path, text).filter((to) => texts.has(to))]),
  );
}

/** The nodes that lead back to themselves. */
export function findCircles(next: ReadonlyMap<string, readonly string[]>): string[] {
  return [...next.keys()].filter((node) => reach(next.get(node) ?? [], next).has(node));
}

/** Everything that these lead to, themselves included. */
export function reach(from: readonly string[], next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set(from);
  for (const node of seen) for (const to of next.get(node) ?? []) seen.add(to);
  return seen;
}

/** The number of files beside each other in each folder. */
export function countFolders(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** The lines of each function that stands by itself in a file, by file and name. */
export function measureFunctions(texts: Texts): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const [path, text] of texts) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const [, name] = /^(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? [];
      if (name === undefined || line.endsWith('}')) continue;
      const end = lines.findIndex((later, at) => at > index && later === '}');
      lengths.set(`${path}: ${name}`, (end < 0 ? lines.length : end) - index + 1);
    }
  }
  return lengths;
}

/** The lines of each function of the database, by name. */
export function measureDatabaseFunctions(texts: Texts): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const text of texts.values())
    for (const part of text.split(/^(?=create (?:or replace )?function )/m)) {
      if (!part.startsWith('create ')) continue;
      const end = Math.max(part.lastIndexOf('$$;'), part.search(/;\s*(\n\n|\n?$)/));
      const [, name = ''] = /function (\w+)/.exec(part) ?? [];
      lengths.set(name, part.slice(0, end < 0 ? undefined : end).split('\n').length);
    }
  return lengths;
}

const BY_WORDS = /starts_with\((?:told\.left_alone|reason)\b|(?:reason|message|words)\.(?:starts|ends)With\(/;

/** The files that recognise a kind by how its sentence begins or ends. */
export function findKindsByWords(texts: Texts): string[] {
  return [...texts].filter(([, text]) => BY_WORDS.test(text)).map(([path]) => path);
}

const COMMENT = /(?:\/\/|\/\*\*?|^\s*\*|--)\s?(.*)$/;
const READ_TWICE = /\b[Ww]hoever\b|\b[Nn]obody\b.*\bwho\b|^Of (every|each|all|one|the)\b|\bwhat is no\b/;

/** The comments that a second-language reader has to read twice, as 'path:number'. */
export function findHardComments(texts: Texts): string[] {
  return [...texts].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const [, comment = ''] = COMMENT.exec(line) ?? [];
      return READ_TWICE.test(comment) ? [`${path}:${index + 1}`] : [];
    }),
  );
}
