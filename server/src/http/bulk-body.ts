import type { BulkBody } from '@pigeonpost/contract/call';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createJsonReader, TooManyError } from './bulk-json.ts';
import { badRequest } from './errors.ts';

/** Reads the JSON bodies of bulk calls while they arrive, so that a long one does not keep other calls waiting. */
export function readBulkBodies(app: FastifyInstance, { field, max, tooMany }: BulkBody): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const limit = request.routeOptions.bodyLimit;
      if (Number(request.headers['content-length']) > limit)
        throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      try {
        return await readJson(payload, { limit, max });
      } catch (error) {
        if (error instanceof TooManyError) throw badRequest(tooMany, { fields: { [field]: tooMany } });
        if (error instanceof SyntaxError) throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
        throw error;
      }
    },
  );
}

async function readJson(
  payload: AsyncIterable<Buffer>,
  { limit, max }: { limit: number; max: number },
): Promise<unknown> {
  const reader = createJsonReader({ max });
  let bytes = 0;
  let refusal: unknown;
  for await (const chunk of payload) {
    bytes += chunk.length;
    if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    // A browser reads no answer before it has sent all: the rest is let pass, and nothing of it is kept.
    if (refusal !== undefined) continue;
    try {
      reader.push(chunk);
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== undefined) throw refusal;
  return bytes === 0 ? undefined : reader.end();
}
