import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Tx } from '../../database/transaction.ts';
import type { Deps } from '../../deps.ts';
import { readNames } from './held-name-queries.ts';
import { readVersion } from './milestone-queries.ts';

interface SearchedList {
  user_id: number;
  list_id: number;
  /** How many names it has. */
  names: number;
}

/**
 * The names of long lists that were searched lately, in this process's memory: a million are looked through in some
 * ten milliseconds, where PostgreSQL takes a hundred and more (docs/decisions/0021-names-held-in-memory.md).
 */
export interface HeldNames {
  /** The ids, rising, of all whose name holds the text; undefined where the list is short, or not held as it is now. */
  matching(tx: Tx, list: SearchedList, text: string): Promise<number[] | undefined>;
}

interface Sizes {
  /** From how many names a list is long. */
  long?: number;
  /** How many names are read at once, and looked through at once. */
  block?: number;
  /** How many names are held of all lists, 30 bytes each. */
  held?: number;
}

/** Names in order of their ids, a line each, and where each line begins. */
interface Block {
  text: string;
  starts: Uint32Array;
  ids: Float64Array;
}

interface Held {
  blocks: Block[];
  /** What was looked for last: whoever turns the page asks for the same. */
  last?: { version: string; text: string; ids: number[] };
}

/** Reads a long list in the background when it is first searched; the sizes are for tests. */
export function createHeldNames(
  { readAsUser, log }: Pick<Deps, 'readAsUser' | 'log'>,
  { long = 50_000, block = 20_000, held: most = 2_000_000 }: Sizes = {},
): HeldNames {
  const lists = new Map<string, Held>();
  let isReading = false;

  /** Reads a list, or what was added to one since. Where names were deleted since, it is forgotten. */
  async function read(name: string, list: SearchedList): Promise<void> {
    const held = lists.get(name) ?? { blocks: [] };
    if ((held.blocks.at(-1)?.ids.length ?? block) < block) held.blocks.pop();
    const readNext = () =>
      readAsUser(list.user_id, (tx) => readNames(tx, list, { after: newestOf(held), limit: block }));
    for (let next = await readNext(); next.ids.length > 0; next = await readNext())
      held.blocks.push(blockOf(next));
    const version = await readAsUser(list.user_id, (tx) => readVersion(tx, membersOf(list)));
    lists.delete(name);
    if (versionOf(held) === version) lists.set(name, held);
    let count = 0;
    for (const [other, { blocks }] of [...lists].reverse()) {
      count += countOf(blocks);
      if (count > most) lists.delete(other);
    }
  }

  /** One list at a time: whoever searches meanwhile is answered by PostgreSQL. */
  function readBehind(name: string, list: SearchedList): void {
    if (isReading) return;
    isReading = true;
    read(name, list)
      .catch((err) => {
        lists.delete(name);
        log.warn({ err }, 'The names of a list could not be read for searches; they go on without.');
      })
      .finally(() => {
        isReading = false;
      });
  }

  return {
    async matching(tx, list, text) {
      if (list.names < long || list.names > most || text.includes('\n')) return undefined;
      const name = `${list.user_id} ${list.list_id}`;
      const held = lists.get(name);
      const version = await readVersion(tx, membersOf(list));
      if (!held || versionOf(held) !== version) {
        readBehind(name, list);
        return undefined;
      }
      lists.delete(name);
      lists.set(name, held);
      if (held.last?.text === text && held.last.version === version) return held.last.ids;
      const ids: number[] = [];
      // More may be read while others run.
      for (const one of [...held.blocks]) {
        look(one, text, ids);
        await letOthersRun();
      }
      held.last = { version, text, ids };
      return ids;
    },
  };
}

const membersOf = ({ user_id, list_id }: SearchedList) =>
  ({ user_id, list_id, status: undefined, by: 'id' }) as const;

const countOf = (blocks: Block[]) => blocks.reduce((sum, { ids }) => sum + ids.length, 0);

const newestOf = ({ blocks }: Held) => blocks.at(-1)?.ids.at(-1) ?? 0;

/** As the database says it of a list: as many names with the same newest id are the same names. */
const versionOf = (held: Held) => `${countOf(held.blocks)} to ${newestOf(held)}`;

function blockOf({ text, ids }: { text: string; ids: number[] }): Block {
  const starts = new Uint32Array(ids.length);
  for (let line = 1; line < starts.length; line++) starts[line] = text.indexOf('\n', starts[line - 1]) + 1;
  return { text, starts, ids: Float64Array.from(ids) };
}

/** Adds the ids of the names that hold it. */
function look({ text, starts, ids }: Block, part: string, found: number[]): void {
  let line = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, starts[line])) {
    while (line < starts.length && (starts[line] as number) <= at) line++;
    found.push(ids[line - 1] as number);
    if (line === starts.length) return;
  }
}
