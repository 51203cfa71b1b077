import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-characters.ts';

// The body, its list and its members, with some reserve.
const MAX_DEPTH = 8;
// Commas outside of the list: other fields of the body.
const OTHER_COMMAS = 100;

/** Takes a JSON text as it arrives and gives the result of JSON.parse; throws SyntaxError for invalid JSON. */
interface JsonReader {
  push(chunk: Uint8Array): void;
  end(): unknown;
}

/** A text with more members than allowed. */
export class TooManyError extends Error {}

/**
 * Keeps a text until it has ended, and meanwhile refuses texts that would take far more memory as values: lists of more
 * than `max` members together (TooManyError), and deep nesting.
 */
export function createJsonReader({ max }: { max: number }): JsonReader {
  const count = createCounter(max + OTHER_COMMAS);
  const chunks: Uint8Array[] = [];
  return {
    push(chunk) {
      count(chunk);
      chunks.push(chunk);
    },
    end: () => JSON.parse(Buffer.concat(chunks).toString()),
  };
}

/** Counts the commas outside of strings, over all chunks. */
function createCounter(maxCommas: number): (chunk: Uint8Array) => void {
  let commas = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  return (chunk) => {
    for (const byte of chunk) {
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === COMMA) {
        if (++commas > maxCommas) throw new TooManyError();
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > MAX_DEPTH) throw new SyntaxError('Nested too deeply.');
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    }
  };
}
