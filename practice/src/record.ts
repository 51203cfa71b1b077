import { type FileHandle, open } from 'node:fs/promises';

/** One message that arrived; `at` is ISO 8601 in UTC. */
export type Arrived = { at: string; account: string; person: string; text: string };

export type MessageRecord = {
  /** Resolves once the message is on the disk; only then may the sender be answered. */
  append(message: Arrived): Promise<void>;
  all(): readonly Arrived[];
  /** The people that this account wrote to, each with the messages in order of arrival. */
  threadsOf(account: string): ReadonlyMap<string, readonly Arrived[]>;
  close(): Promise<void>;
};

/**
 * Opens the append-only record of all messages, one JSON line each. A last line torn by a crash is cut off: its sender
 * never got an answer. Any other unreadable line is an error, because tests and the demo rely on the record.
 */
export async function openRecord(path: string): Promise<MessageRecord> {
  const file = await open(path, 'a+');
  const messages: Arrived[] = [];
  const threads = new Map<string, Map<string, Arrived[]>>();
  let size = await readInto(file, path, remember);
  let queue = Promise.resolve();

  function remember(message: Arrived): void {
    messages.push(message);
    const ofAccount = threads.get(message.account) ?? new Map<string, Arrived[]>();
    const thread = ofAccount.get(message.person) ?? [];
    thread.push(message);
    threads.set(message.account, ofAccount.set(message.person, thread));
  }

  async function write(message: Arrived): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    try {
      await file.appendFile(line);
      await file.sync();
    } catch (error) {
      // Half a line would be joined with the next one.
      await file.truncate(size);
      throw error;
    }
    size += line.length;
    remember(message);
  }

  return {
    append(message) {
      const written = queue.then(() => write(message));
      queue = written.catch(() => undefined);
      return written;
    },
    all: () => messages,
    threadsOf: (account) => threads.get(account) ?? new Map(),
    async close() {
      await queue;
      await file.close();
    },
  };
}

async function readInto(file: FileHandle, path: string, take: (message: Arrived) => void): Promise<number> {
  const bytes = await file.readFile();
  const size = bytes.lastIndexOf('\n') + 1;
  if (size < bytes.length) await file.truncate(size);

  const lines = bytes.subarray(0, size).toString('utf8').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    take(parseLine(line, `${path}:${index + 1}`));
  }
  return size;
}

function parseLine(line: string, place: string): Arrived {
  try {
    return JSON.parse(line) as Arrived;
  } catch {
    throw new Error(`${place} is not a message. Move the record away to start with an empty inbox.`);
  }
}
