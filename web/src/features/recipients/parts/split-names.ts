import { nameOf } from '@pigeonpost/contract/names/name-of';
import type { NameKind } from '@pigeonpost/contract/recipients';

/** The names of a line with several, separated by commas or the like; undefined unless each part is a name. */
export function splitNames(line: string, kind: NameKind, domain: string | null): string[] | undefined {
  return (
    namesOf(line.split(/[,;|\t，；、،]/), { kind, domain, shape: kind === 'address' ? /.@./ : /./ }) ??
    // Spaces separate only @names, because two words could be a first and a last name.
    (kind === 'instagram' ? namesOf(line.split(/[\s,;|]+/), { kind, domain, shape: /^[@＠]/ }) : undefined)
  );
}

type Wanted = { kind: NameKind; domain: string | null; shape: RegExp };

function namesOf(parts: readonly string[], { kind, domain, shape }: Wanted): string[] | undefined {
  const there = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (there.length < 2) return undefined;
  const names: string[] = [];
  for (const part of there) {
    const { name, reason } = nameOf(part, kind, domain);
    if (reason !== undefined || !shape.test(part)) return undefined;
    names.push(name);
  }
  return names;
}
