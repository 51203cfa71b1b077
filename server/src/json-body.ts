import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createJsonReader } from './json-pieces.ts';

/** Reads every JSON body while it arrives, so that a long one does not keep other calls waiting. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const limit = request.routeOptions.bodyLimit;
      if (Number(request.headers['content-length']) > limit)
        throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      return readJson(payload, limit);
    },
  );
}

async function readJson(payload: AsyncIterable<Buffer>, limit: number): Promise<unknown> {
  const reader = createJsonReader();
  let bytes = 0;
  try {
    for await (const chunk of payload) {
      bytes += chunk.length;
      if (bytes > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      reader.push(chunk);
    }
    // A client that says JSON with every call says it with those that have no body too.
    return bytes === 0 ? undefined : reader.end();
  } catch (error) {
    if (error instanceof SyntaxError) throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
    throw error;
  }
}
