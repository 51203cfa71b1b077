import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { writeZip } from './zip.ts';

const TEXTS = { 'first.txt': 'one', 'second.txt': 'two '.repeat(1000) };

async function write(before: number): Promise<Buffer> {
  const entries = Object.entries(TEXTS).map(([path, text]) => ({ path, parts: [text] }));
  const parts: Buffer[] = [];
  for await (const part of writeZip(entries, { before })) parts.push(part);
  return Buffer.concat(parts);
}

/** The texts by path, found from the end as a reader of a whole file finds them, and whether that took ZIP64. */
function read(file: Buffer, before: number): { texts: Record<string, string>; isLarge: boolean } {
  const large = (at: number) => Number(file.readBigUInt64LE(at));
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x06054b50);
  let at = file.readUInt32LE(end + 16);
  const isLarge = at === 0xffff_ffff;
  if (isLarge) {
    assert.equal(file.readUInt32LE(end - 20), 0x07064b50);
    const record = large(end - 20 + 8) - before;
    assert.equal(file.readUInt32LE(record), 0x06064b50);
    assert.equal(large(record + 4), 44);
    assert.equal(large(record + 32), file.readUInt16LE(end + 10));
    at = large(record + 48);
    assert.equal(at + large(record + 40), record + before, 'the directory ends where the record begins');
  }
  at -= before;
  const texts: Record<string, string> = {};
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(file.readUInt32LE(at), 0x02014b50);
    const [packed, names, extra] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
    ];
    const path = file.toString('utf8', at + 46, at + 46 + names);
    let place = file.readUInt32LE(at + 42);
    if (place === 0xffff_ffff) {
      assert.deepEqual([file.readUInt16LE(at + 46 + names), file.readUInt16LE(at + 48 + names)], [1, 8]);
      place = large(at + 50 + names);
    }
    place -= before;
    assert.equal(file.readUInt32LE(place), 0x04034b50);
    const data = place + 30 + file.readUInt16LE(place + 26);
    texts[path] = inflateRawSync(file.subarray(data, data + packed)).toString();
    at += 46 + names + extra;
  }
  return { texts, isLarge };
}

test('an archive is read from its end, also where it lies beyond 4 GB or crosses them', async () => {
  const across = 0xffff_ffff - 40;
  assert.deepEqual(read(await write(0), 0), { texts: TEXTS, isLarge: false });
  assert.deepEqual(read(await write(across), across), { texts: TEXTS, isLarge: true });
  assert.deepEqual(read(await write(9e9), 9e9), { texts: TEXTS, isLarge: true });
});
