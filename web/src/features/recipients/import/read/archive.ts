import {
  BlobReader,
  configure,
  type Entry,
  type FileEntry,
  Uint8ArrayWriter,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { LOCKED, NOT_READABLE } from './sniff.ts';

// The reading has a worker of its own already.
configure({ useWebWorkers: false });

/** The files of a zip, of which only the directory was read. */
export type Archive = {
  paths: string[];
  /** The bytes of one of its files; at most so many, else an Error with `tooBig`. */
  read: (path: string, most: number, tooBig: string) => Promise<Uint8Array>;
  /** The text of one of its files, piece by piece; ends early without reading the rest. */
  readText: (path: string) => AsyncGenerator<string>;
  /** When one of its files was written. */
  timeOf: (path: string) => Date | undefined;
};

/** Reads the directory of a zip; throws what a person can read where it is broken. */
export async function openArchive(file: Blob): Promise<Archive> {
  const entries = await orNotReadable(new ZipReader(new BlobReader(file)).getEntries());
  const files = new Map(entries.filter(isFile).map((entry) => [entry.filename, entry]));
  const read: Archive['read'] = async (path, most, tooBig) => {
    const entry = files.get(path);
    if (!entry) throw new Error(NOT_READABLE);
    if (entry.encrypted) throw new Error(LOCKED);
    if (entry.uncompressedSize > most) throw new Error(tooBig);
    return orNotReadable(entry.getData(new Uint8ArrayWriter()));
  };
  async function* readText(path: string): AsyncGenerator<string> {
    const entry = files.get(path);
    if (!entry) throw new Error(NOT_READABLE);
    if (entry.encrypted) throw new Error(LOCKED);
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    // What goes wrong is told by the reading end; one that ends early is no failure.
    entry.getData(writable).catch((error) => writable.abort(error).catch(() => {}));
    const reader = readable.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await orNotReadable(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }
  const timeOf = (path: string) => files.get(path)?.lastModDate;
  return { paths: [...files.keys()], read, readText, timeOf };
}

const isFile = (entry: Entry): entry is FileEntry => !entry.directory;

async function orNotReadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch {
    throw new Error(NOT_READABLE);
  }
}
