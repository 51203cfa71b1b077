/** The end of a downloaded agent. The bytes before it name the server. */
const MARK = 'pigeonpost server';
const LENGTH_BYTES = 2;
const ADDRESS_MAX = 2000;
const TAIL_BYTES = MARK.length + LENGTH_BYTES;

/** The longest trailer in bytes. */
export const TRAILER_MAX = ADDRESS_MAX + TAIL_BYTES;

/**
 * What a server appends to a downloaded agent, so that its address need not be typed: the address, its length in two
 * bytes (little-endian), and the mark. Operating systems ignore data after the program in its file.
 */
export function writeTrailer(address: string): Uint8Array {
  const bytes = new TextEncoder().encode(address);
  const length = Uint8Array.of(bytes.length & 0xff, bytes.length >> 8);
  return Uint8Array.of(...bytes, ...length, ...new TextEncoder().encode(MARK));
}

/** The address in a file's last bytes; undefined if there is no trailer, as in a file that was just made. */
export function readTrailer(end: Uint8Array): string | undefined {
  const tail = end.subarray(-TAIL_BYTES);
  if (tail.length < TAIL_BYTES || new TextDecoder().decode(tail.subarray(LENGTH_BYTES)) !== MARK)
    return undefined;
  const length = (tail[0] ?? 0) + ((tail[1] ?? 0) << 8);
  const address = end.subarray(-TAIL_BYTES - length, -TAIL_BYTES);
  if (length === 0 || address.length !== length) return undefined;
  return new TextDecoder().decode(address);
}
