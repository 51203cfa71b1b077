const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const PIECE_BYTES = 64 * 1024;
// A piece that cannot be cut is parsed at once, so it may not be long: a single name of this length is none.
const UNCUT_BYTES = 1024 * 1024;
// The body, its list and what stands in it, with some to spare.
const MAX_DEPTH = 8;
// What stands beside the members of the list: other fields of the body.
const OTHER_COMMAS = 100;
// The array that a piece goes on with stands under this name, which no call of ours uses.
const REST = '\u0000rest';
const GO_ON = `{${JSON.stringify(REST)}:[`;

/** Takes a JSON text as it arrives and gives what JSON.parse would; SyntaxError when it is none. */
interface JsonReader {
  push(chunk: Buffer): void;
  end(): unknown;
}

/** A text with more members than it may have; what was read of it is dropped. */
export class TooManyError extends Error {}

/**
 * Parses an object with long arrays piece by piece: JSON.parse of a million names holds the event loop for a
 * tenth of a second and more, a piece for about a millisecond. A short text of any other form is parsed at the end. The
 * members of all lists are counted while they are read: `max` of them, else TooManyError.
 */
export function createJsonReader({ max }: { max: number }): JsonReader {
  const findCut = createScanner(max + OTHER_COMMAS);
  let object: Map<string, unknown> | undefined;
  let open: unknown[] = [];
  let waiting: Buffer[] = [];
  let bytes = 0;

  function take(text: string, isLast: boolean): unknown {
    const value = JSON.parse((object ? GO_ON : '') + text + (isLast ? '' : ']}'));
    if (isLast && !object) return value;
    object ??= new Map();
    for (const [key, member] of Object.entries(value)) {
      if (key === REST) addTo(open, member as unknown[]);
      else {
        // A name said twice: the last one counts, and stands last.
        object.delete(key);
        object.set(key, member);
      }
    }
    if (!isLast) open = lastArray(object);
    return isLast ? Object.fromEntries(object) : undefined;
  }

  return {
    push(chunk) {
      const cut = findCut(chunk);
      if (cut === -1 || bytes + cut < PIECE_BYTES) {
        waiting.push(chunk);
        bytes += chunk.length;
        if (bytes > UNCUT_BYTES) throw new SyntaxError('A long text without a list.');
        return;
      }
      take(Buffer.concat([...waiting, chunk.subarray(0, cut)]).toString(), false);
      waiting = [chunk.subarray(cut + 1)];
      bytes = chunk.length - cut - 1;
    },
    end: () => take(Buffer.concat(waiting).toString(), true),
  };
}

function addTo(open: unknown[], members: unknown[]): void {
  // A comma stands before the piece.
  if (members.length === 0) throw new SyntaxError('A comma without a value after it.');
  for (const member of members) open.push(member);
}

/** The array that was cut: the member that came last, which a number as a name would hide. */
function lastArray(object: Map<string, unknown>): unknown[] {
  const last = [...object].at(-1)?.[1];
  if ([...object.keys()].some((key) => /^\d+$/.test(key)) || !Array.isArray(last))
    throw new SyntaxError('A number as a name in a long text.');
  return last;
}

/** Finds the last comma in a chunk that stands between two members of an array of the outermost object; or -1. */
function createScanner(maxCommas: number): (chunk: Buffer) => number {
  let commas = 0;
  let depth = 0;
  let outer = 0;
  let inner = 0;
  let isInString = false;
  let isEscaped = false;

  return (chunk) => {
    let cut = -1;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === COMMA) {
        if (++commas > maxCommas) throw new TooManyError();
        if (depth === 2 && outer === OPEN_BRACE && inner === OPEN_BRACKET) cut = index;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth++;
        if (depth > MAX_DEPTH) throw new SyntaxError('Nested too deeply.');
        if (depth === 1) outer = byte;
        if (depth === 2) inner = byte;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    }
    return cut;
  };
}
