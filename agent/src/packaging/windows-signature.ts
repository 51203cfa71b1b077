const PE_OFFSET_AT = 0x3c;
const OPTIONAL_HEADER = 24;
const PE32_PLUS = 0x20b;
/** The offset of the fifth data directory, the certificates, in the optional header. */
const CERTIFICATES = 112 + 4 * 8;

/**
 * A Windows program without its signature, which would be invalid after the change: a broken one is worse than none.
 * The certificates are at the end of the file, and the header has their offset.
 */
export function withoutSignature(program: Buffer): Buffer {
  const header = program.readUInt32LE(PE_OFFSET_AT) + OPTIONAL_HEADER;
  if (program.readUInt16LE(header) !== PE32_PLUS) throw new Error('This is no 64-bit program for Windows.');
  const start = program.readUInt32LE(header + CERTIFICATES);
  const length = program.readUInt32LE(header + CERTIFICATES + 4);
  if (start === 0) return program;
  if (start + length !== program.length) throw new Error('The signature is not at the end of the file.');
  const unsigned = Buffer.from(program.subarray(0, start));
  unsigned.fill(0, header + CERTIFICATES, header + CERTIFICATES + 8);
  return unsigned;
}
