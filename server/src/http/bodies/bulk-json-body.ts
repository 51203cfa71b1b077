import type { BulkBody } from '@pigeonpost/contract/call';
import type * as z from 'zod';
import { badRequest, notJson } from '../../errors.ts';
import { parseBody } from '../parse-input.ts';
import type { OpenBulkReader } from './bulk-body.ts';
import { createJsonReader, TooManyError } from './bulk-json.ts';

interface BulkCall<Schema> {
  body: Schema;
  bulk: BulkBody;
}

/** The JSON body of a bulk call, parsed as it arrives. */
export class BulkJsonBody<Schema extends z.ZodType> {
  readonly #call: BulkCall<Schema>;
  readonly #json: ReturnType<typeof createJsonReader>;
  #isEmpty = true;

  constructor(call: BulkCall<Schema>) {
    this.#call = call;
    this.#json = createJsonReader({ max: call.bulk.max });
  }

  /** Takes the next piece; 400 if it is invalid JSON, or the list becomes too long. */
  push(piece: Uint8Array): void {
    this.#isEmpty = false;
    this.#refuseBadJson(() => this.#json.push(piece));
  }

  /** The whole body; 400 if the schema refuses it. */
  end(): z.output<Schema> {
    const value = this.#isEmpty ? undefined : this.#refuseBadJson(() => this.#json.end());
    return parseBody(this.#call.body, value);
  }

  #refuseBadJson<T>(read: () => T): T {
    const { field, tooMany } = this.#call.bulk;
    try {
      return read();
    } catch (error) {
      if (error instanceof TooManyError) throw badRequest(tooMany, { fields: { [field]: tooMany } });
      if (error instanceof SyntaxError) throw notJson();
      throw error;
    }
  }
}

/** Reads bodies of some megabytes, parsed by their schema. */
export function readBulkJson<Schema extends z.ZodType>(
  call: BulkCall<Schema>,
): OpenBulkReader<z.output<Schema>> {
  return () => {
    const body = new BulkJsonBody(call);
    return { push: async (piece) => body.push(piece), end: async () => body.end(), close() {} };
  };
}
