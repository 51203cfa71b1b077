import { IMPORT_HEADS_MAX } from '@pigeonpost/contract/limits';
import {
  FIELD_LABEL_MAX,
  FIELD_NAME_MAX,
  FIELD_VALUE_MAX,
  FIELDS_MAX,
  fieldNameOf,
  IMPORT_FIELDS_MAX,
} from '@pigeonpost/contract/people/person-fields';
import { cutCharacters } from '@pigeonpost/contract/text/characters';
import { isNamesHead, isPrivateHead, isTagsHead, plainHead } from '../../../../names/head-words.ts';
import { COLUMNS_SHOWN } from './format-words.ts';
import { isOwnHeads, type Layout, type Row } from './layout.ts';

/** What a column beside the names becomes: a field, by its name, the tags of each row, or a note; or it is skipped. */
export type ColumnUse = { field: string } | 'tags' | 'note' | 'skip';

/** The word of the API for a column that is skipped. */
const SKIPPED = 'leave_out';
export type RememberedUse = Exclude<ColumnUse, 'skip'> | typeof SKIPPED;

/** What each column of a table became in an earlier import, by its plain head. */
export type RememberedUses = Readonly<Record<string, RememberedUse | { new_field: string }>>;

/** A column of the import's rows, and the head that it has in its file. */
export type BodyColumn = { use: Exclude<ColumnUse, 'skip'>; head: string };

type UsesOptions = {
  layout: Layout;
  sample: readonly Row[];
  /** The names of the user's fields. */
  fields: readonly string[];
  remembered?: RememberedUses | undefined;
  /** What the person chose, by column. */
  chosen?: Readonly<Record<number, ColumnUse>> | undefined;
};

const MANY_LONG = 0.05;
const MANY_FIELDS = `You have ${FIELDS_MAX} fields, the most there can be. Remove one in Settings, or leave this column out.`;

/** A use as a text. */
export const keyOf = (use: ColumnUse) => (typeof use === 'string' ? use : `field ${use.field}`);

/** The name of the field that a column becomes; undefined where it becomes something else. */
export const fieldOf = (use: ColumnUse | undefined) => (typeof use === 'object' ? use.field : undefined);

/**
 * What each column becomes unless a person chooses otherwise: what was remembered, a field of its head's name, or nothing
 * where it is private or has no head (docs/behaviour.md#what-a-column-is). The column of names is skipped. `overMax`
 * counts the columns that would be fields if an import took more of them.
 */
export function usesOf({ layout, sample, fields, remembered, chosen = {} }: UsesOptions): {
  uses: ColumnUse[];
  overMax: number;
} {
  const taken = new Set(Object.values(chosen).map(keyOf));
  const known = new Set(fields);
  let fieldCount = Object.values(chosen).filter(fieldOf).length;
  let overMax = 0;
  const own = isOwnHeads(layout.heads) ? layout.width - 2 : layout.width;
  const keys = headKeys(layout.heads);
  const start = (head: string, at: number): ColumnUse => {
    if (at >= own || layout.headLine === undefined) return 'skip';
    if (remembered) return usedBefore(remembered, keys[at] ?? '');
    const name = fieldNameOf(head);
    if (!known.has(name) && isTagsHead(head) && !taken.has('tags')) return 'tags';
    if (!known.has(name) && (name === '' || !isWorthAField(head, at, sample))) return 'skip';
    return { field: freeFieldName(head, at, (field) => taken.has(keyOf({ field }))) };
  };
  const uses = layout.heads.map((head, at) => {
    if (at === layout.column || at >= COLUMNS_SHOWN) return 'skip';
    const choice = chosen[at];
    if (choice !== undefined) return choice;
    const use = start(head, at);
    if (use === 'skip' || taken.has(keyOf(use))) return 'skip';
    if (fieldOf(use) !== undefined && fieldCount === IMPORT_FIELDS_MAX) {
      overMax += 1;
      return 'skip';
    }
    taken.add(keyOf(use));
    if (fieldOf(use) !== undefined) fieldCount += 1;
    return use;
  });
  return { uses, overMax };
}

/**
 * The name of the field that a column becomes: of heads that give the same one the later get _2, _3, and a head without a
 * letter is named by its place. `isTaken` says which names other columns have.
 */
export function freeFieldName(head: string, at: number, isTaken: (name: string) => boolean): string {
  const name = fieldNameOf(head) || `column_${at + 1}`;
  for (let next = 1; ; next++) {
    const free = next === 1 ? name : `${cutCharacters(name, FIELD_NAME_MAX - 3)}_${next}`;
    if (!isTaken(free)) return free;
  }
}

/** The heads as they are remembered, each once: a second column of a head has its number. */
function headKeys(heads: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return heads.map((head) => {
    const plain = plainHead(head).slice(0, IMPORT_HEADS_MAX);
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    return plain === '' || count === 1 ? plain : `${plain} ${count}`.slice(-IMPORT_HEADS_MAX);
  });
}

function usedBefore(remembered: RememberedUses, head: string): ColumnUse {
  const use = Object.hasOwn(remembered, head) ? remembered[head] : undefined;
  if (use === undefined || use === SKIPPED) return 'skip';
  return typeof use === 'object' && 'new_field' in use ? { field: use.new_field } : use;
}

function isWorthAField(head: string, at: number, sample: readonly Row[]): boolean {
  if (isPrivateHead(head) || isNamesHead(head) || head.length > FIELD_LABEL_MAX) return false;
  const cells = sample.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
  const long = cells.filter((cell) => cell.length > FIELD_VALUE_MAX).length;
  return cells.length > 0 && long < cells.length * MANY_LONG;
}

type Used = { layout: Layout; uses: readonly ColumnUse[] };

/** The columns of the import's rows: those of all files together, each once. */
export function bodyColumns(files: readonly Used[]): BodyColumn[] {
  const columns = new Map<string, BodyColumn>();
  for (const { layout, uses } of files)
    for (const [at, use] of uses.entries())
      if (use !== 'skip' && at !== layout.column && !columns.has(keyOf(use)))
        columns.set(keyOf(use), { use, head: layout.heads[at] ?? '' });
  return [...columns.values()];
}

/** For each column of the import's rows its place in this file; undefined where the file has none. */
export function placesOf({ uses }: Used, columns: readonly BodyColumn[]): (number | undefined)[] {
  const places = new Map(uses.map((use, at) => [keyOf(use), at]));
  return columns.map(({ use }) => places.get(keyOf(use)));
}

/** The uses as they are remembered, by plain heads. */
export function rememberedUses({ layout, uses }: Used): Record<string, RememberedUse> {
  const keys = headKeys(layout.heads);
  const entries = uses
    .map((use, at): [string, RememberedUse] => [keys[at] ?? '', use === 'skip' ? SKIPPED : use])
    .filter(([head], at) => head !== '' && at !== layout.column && at < COLUMNS_SHOWN);
  return Object.fromEntries(entries);
}

/** Why these columns cannot be imported, as a sentence, or undefined. */
export function columnsError(columns: readonly BodyColumn[], fields: readonly string[]): string | undefined {
  const names = columns.flatMap(({ use }) => fieldOf(use) ?? []);
  if (names.length > IMPORT_FIELDS_MAX)
    return `An import takes at most ${IMPORT_FIELDS_MAX} fields. Leave some columns out.`;
  if (new Set([...fields, ...names]).size > FIELDS_MAX) return MANY_FIELDS;
  return undefined;
}
