/** Ends a packaged agent that was downloaded: whatever stands before it says which server it came from. */
const MARK = 'pigeonpost server';
const LENGTH_BYTES = 2;
const ADDRESS_MAX = 2000;
const TAIL_BYTES = MARK.length + LENGTH_BYTES;

/** At most so many bytes at the end of a file are its trailer. */
export const TRAILER_MAX = ADDRESS_MAX + TAIL_BYTES;

/**
 * What a server appends to a packaged agent, so that nobody types its address: systems ignore what follows a program
 * in its file. The address, its length in two bytes (the lower first), and the mark.
 */
export function writeTrailer(address: string): Uint8Array {
  const bytes = new TextEncoder().encode(address);
  const length = Uint8Array.of(bytes.length & 0xff, bytes.length >> 8);
  return Uint8Array.of(...bytes, ...length, ...new TextEncoder().encode(MARK));
}

/** The address that a file's last bytes name; undefined where they are no trailer, as in a file that was just made. */
export function readTrailer(end: Uint8Array): string | undefined {
  const tail = end.subarray(-TAIL_BYTES);
  if (tail.length < TAIL_BYTES || new TextDecoder().decode(tail.subarray(LENGTH_BYTES)) !== MARK)
    return undefined;
  const length = (tail[0] ?? 0) + ((tail[1] ?? 0) << 8);
  const address = end.subarray(-TAIL_BYTES - length, -TAIL_BYTES);
  if (length === 0 || address.length !== length) return undefined;
  return new TextDecoder().decode(address);
}
