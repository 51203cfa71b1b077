import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

/** Reads the body of one bulk call, in this process or elsewhere. */
export interface BulkReader<Body> {
  /** Takes the next piece; rejects with the call's refusal. */
  push(piece: Buffer): Promise<void>;
  /** The read body, checked by the contract's schema. */
  end(): Promise<Body>;
  /** Frees the body, once the call is answered. */
  close(): void;
}

/** `bytes` is the declared length of the body; NaN if there is none. */
export type OpenBulkReader<Body> = (bytes: number) => BulkReader<Body>;

/** Reads the JSON bodies of bulk calls while they arrive, so that a long one does not delay other calls. */
export function readBulkBodies(app: FastifyInstance, open: OpenBulkReader<unknown>): void {
  const readers = new WeakMap<FastifyRequest, BulkReader<unknown>>();
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const limit = request.routeOptions.bodyLimit;
      const bytes = Number(request.headers['content-length']);
      if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      const reader = open(bytes);
      readers.set(request, reader);
      await pushAll(payload, { reader, limit });
      return reader.end();
    },
  );
  // Not on a disconnect, because an import continues without its caller.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    readers.get(request)?.close();
    done();
  });
}

async function pushAll(
  payload: AsyncIterable<Buffer>,
  { reader, limit }: { reader: BulkReader<unknown>; limit: number },
): Promise<void> {
  let bytes = 0;
  let refusal: unknown;
  for await (const piece of payload) {
    bytes += piece.length;
    if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    // A browser reads no answer before it has sent everything: the rest is discarded.
    if (refusal !== undefined) continue;
    try {
      await reader.push(piece);
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== undefined) throw refusal;
}
