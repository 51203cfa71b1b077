import { isHeadWord } from '../../../../names/head-words.ts';
import { ENCODINGS } from './format-words.ts';

// Tried in this order where a text is no Unicode: the first in which the heads are known words.
const OLD_ENCODINGS = Object.keys(ENCODINGS).slice(3);
const DEFAULT_OLD = 'windows-1252';
const LOOKED_AT_BYTES = 200;
const HEADS_BYTES = 4_000;

type Decoded = { text: string; encoding: string };

/** Decodes a text by its byte-order mark, else as UTF-8, as UTF-16 or as what its heads can be read in. */
export function decode(bytes: Uint8Array, chosen?: string): Decoded {
  const encoding = chosen ?? detect(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

function detect(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Before UTF-8, which takes zeros.
  const withoutMark = utf16Of(bytes);
  if (withoutMark) return withoutMark;
  return isIn('utf-8', bytes) ? 'utf-8' : oldEncodingOf(bytes);
}

/** Where every second byte of the beginning is 0, it is UTF-16 of Latin letters; nearly all, for the others among them. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const length = Math.min(LOOKED_AT_BYTES, bytes.length - (bytes.length % 2));
  if (length < 4) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = (length / 2) * 0.7;
  if (odd >= most && even === 0) return 'utf-16le';
  return even >= most && odd === 0 ? 'utf-16be' : undefined;
}

function isIn(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function oldEncodingOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, HEADS_BYTES);
  const counts = OLD_ENCODINGS.map((encoding) => {
    const lines = new TextDecoder(encoding).decode(start).split(/\r\n|\n|\r/, 10);
    const known = lines.map((line) => line.split(/[\t;,|]/).filter((cell) => isHeadWord(cell)).length);
    return { encoding, known: Math.max(...known) };
  });
  const western = counts.find(({ encoding }) => encoding === DEFAULT_OLD)?.known ?? 0;
  const best = counts.reduce((most, one) => (one.known > most.known ? one : most), {
    encoding: DEFAULT_OLD,
    known: western,
  });
  return best.encoding;
}
