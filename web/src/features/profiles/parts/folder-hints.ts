import { useRef } from 'react';

/** A profile by its name and its folder's path. */
type Named = { name: string; path: string };

type Added = { profile_name: string; profile_path: string };

/** The hint of each profile that shares its name with another, by path: the end of the path that distinguishes them. */
export type FolderHints = ReadonlyMap<string, string>;

/** Finds the profiles with the same name, and hints that distinguish them (docs/behaviour.md#profiles). */
export function folderHints(profiles: readonly Named[]): FolderHints {
  const sharing = Map.groupBy(profiles, ({ name }) => name.trim().toLowerCase());
  const hints = [...sharing.values()].flatMap((paths) => {
    const all = [...new Set(paths.map(({ path }) => path))];
    return all.length > 1 ? all.map((path) => [path, distinctEnd(path, all)] as const) : [];
  });
  return new Map(hints);
}

/** The hints of added profiles. */
export function profileHints(profiles: readonly Added[]): FolderHints {
  return folderHints(profiles.map(toNamed));
}

/** The profile's name with its hint. */
export function profileLabel(profile: Added, hints: FolderHints): string {
  return withHint(toNamed(profile), hints);
}

function toNamed({ profile_name, profile_path }: Added): Named {
  return { name: profile_name, path: profile_path };
}

/** The name, with the end of the folder's path if other profiles have that name too: 'Kiln (x1.Kiln)'. */
export function withHint({ name, path }: Named, hints: FolderHints): string {
  const hint = hints.get(path);
  return hint === undefined ? name : `${name} (${hint})`;
}

/** The same object until a hint changes, so that memoised values stay too. */
export function useKeptHints(hints: FolderHints): FolderHints {
  const kept = useRef(hints);
  const isSame =
    kept.current.size === hints.size && [...hints].every(([path, hint]) => kept.current.get(path) === hint);
  if (!isSame) kept.current = hints;
  return kept.current;
}

function distinctEnd(path: string, all: string[]): string {
  const parts = partsOf(path);
  for (let count = 1; count < parts.length; count++) {
    const end = endOf(path, count);
    const isShared = all.some((one) => one !== path && endOf(one, count).toLowerCase() === end.toLowerCase());
    if (!isShared) return end;
  }
  return path;
}

function endOf(path: string, count: number): string {
  return partsOf(path).slice(-count).join('/');
}

function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter(Boolean);
}
