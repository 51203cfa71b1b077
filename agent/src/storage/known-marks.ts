import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentDirectory } from './agent-directory.ts';
import { replaceFile } from './durable-file.ts';
import type { JournalOwner } from './journal-lines.ts';

/** The highest mark that a server ever sent for a user: its epoch, and the number of granted sendings. */
export interface KnownMark {
  epoch: number;
  /** Undefined if the server is older than marks. */
  mark?: number | undefined;
}

/**
 * The proof that a server's database was set back, whether or not this agent has sent anything
 * (docs/engine.md#high-water-mark).
 */
interface KnownMarks {
  of(owner: JournalOwner): KnownMark | undefined;
  /** Stores a higher mark. Throws a sentence if the disk refuses it; `save` tries again. */
  note(owner: JournalOwner, told: KnownMark): void;
  /** Writes the marks that the disk refused earlier. */
  save(): void;
}

/** Opens the file in the agent's folder. An unreadable one is an error with a sentence: it must not be forgotten. */
export function openKnownMarks(directory: AgentDirectory): KnownMarks {
  const path = join(directory.path, 'marks.json');
  const known = new Map(Object.entries(read(path)));
  let isSaved = true;

  function save(): void {
    if (isSaved) return;
    replaceFile(path, JSON.stringify(Object.fromEntries(known)));
    isSaved = true;
  }

  return {
    save,
    of: (owner) => known.get(keyOf(owner)),
    note(owner, told) {
      const before = known.get(keyOf(owner));
      const highest = {
        epoch: higher(before?.epoch, told.epoch) ?? 0,
        mark: higher(before?.mark, told.mark),
      };
      if (before && before.epoch === highest.epoch && before.mark === highest.mark) return save();
      known.set(keyOf(owner), highest);
      isSaved = false;
      save();
    },
  };
}

const keyOf = ({ server_id, user_id }: JournalOwner) => `${server_id} ${user_id}`;

function higher(one: number | undefined, other: number | undefined): number | undefined {
  if (!Number.isSafeInteger(one)) return Number.isSafeInteger(other) ? other : undefined;
  return Number.isSafeInteger(other) ? Math.max(Number(one), Number(other)) : one;
}

function read(path: string): Record<string, KnownMark> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(
      `${path} cannot be read: ${(error as Error).message}. Move the file away and start again.`,
      {
        cause: error,
      },
    );
  }
}
