import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';

interface HashedRows {
  count: number;
  hash: string;
}

/** A hash of a workbook's rows; read on its own thread, so that two are read at once. */
export async function hashRows(path: string): Promise<HashedRows> {
  const [rows] = await once(new Worker(import.meta.filename, { workerData: path }), 'message');
  return rows;
}

async function readRows(path: string): Promise<HashedRows> {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
  const hash = createHash('sha256');
  let count = 0;
  for await (const { values } of streamXlsxRows(bytes)) {
    // The peer writes an empty text where ours has no cell.
    const last = values.findLastIndex((value) => value !== null && value !== '');
    hash.update(JSON.stringify(values.slice(0, last + 1).map((value) => String(value ?? ''))));
    count++;
  }
  return { count, hash: hash.digest('hex') };
}

if (!isMainThread) parentPort?.postMessage(await readRows(workerData));
