import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its text comes in parts, which are best some hundred kilobytes long. */
export interface ZipEntry {
  path: string;
  parts: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const LARGE_END_OF_CENTRAL = 0x06064b50;
const LARGE_END_LOCATOR = 0x07064b50;
const VERSION = 20;
// Of ZIP64, whose places have 64 bits.
const LARGE_VERSION = 45;
const LARGE_FIELD = 1;
// Sizes follow the data; names are UTF-8.
const FLAGS = 0x0808;
const DEFLATED = 8;
// The first of January 1980, where the format's time begins.
const NO_DATE = 0x21;
// What 32 bits hold; as the place of something it says that the place stands in a record of ZIP64.
const MOST = 0xffff_ffff;
// Of zlib's nine: as fast as the first, and a sixth smaller.
const LEVEL = 3;
const OUTPUT_BYTES = 256 * 1024;

/**
 * A ZIP archive, written while it is read. It is packed on another thread, lightly: what a deeper search saves in bytes
 * it costs several times over in time. The archive may pass 4 GB, none of its entries may: readers of streams know the
 * end of a small entry only. `before` are bytes that come before it in the file.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { before = 0 }: { before?: number } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = [];
  let offset = before;
  for await (const { path, parts } of entries) {
    const entry: Written = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, offset };
    yield localHeader(entry);
    for await (const packed of pack(parts, entry)) {
      entry.packed += packed.length;
      yield packed;
    }
    yield descriptor(entry);
    offset += 30 + entry.name.length + entry.packed + 16;
    if (Math.max(entry.packed, entry.size) > MOST)
      throw new RangeError('This file is too large for an archive.');
    written.push(entry);
  }
  const central = Buffer.concat(written.map(centralHeader));
  yield central;
  if (offset >= MOST) yield largeEndOfCentral(written.length, central.length, offset);
  yield endOfCentral(written.length, central.length, offset);
}

async function* pack(parts: ZipEntry['parts'], entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: OUTPUT_BYTES, memLevel: 9 });
  const source = Readable.from(
    (async function* () {
      for await (const part of parts) {
        const bytes = Buffer.from(part);
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        yield bytes;
      }
    })(),
  );
  // The reader of the stream is given the failure as its error.
  pipeline(source, deflate, () => {});
  yield* deflate;
}

function localHeader({ name }: Written): Buffer {
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(NO_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  name.copy(header, 30);
  return header;
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(DATA_DESCRIPTOR, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const far = offset >= MOST ? farOffset(offset) : Buffer.alloc(0);
  const header = Buffer.alloc(46 + name.length);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(far.length > 0 ? LARGE_VERSION : VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(NO_DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(far.length, 30);
  header.writeUInt32LE(Math.min(offset, MOST), 42);
  name.copy(header, 46);
  return Buffer.concat([header, far]);
}

function farOffset(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(LARGE_FIELD, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/** Stands between the central directory and its end, and says where the directory is; then where it stands itself. */
function largeEndOfCentral(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(LARGE_END_OF_CENTRAL, 0);
  // The length of the data after these two fields.
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(LARGE_VERSION, 12);
  end.writeUInt16LE(LARGE_VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(LARGE_END_LOCATOR, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function endOfCentral(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_CENTRAL, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(Math.min(offset, MOST), 16);
  return end;
}
