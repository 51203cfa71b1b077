import { DEFAULT_VALUE_LIMIT } from '@pigeonpost/contract/limits';
import { errorCodes, type FastifyInstance } from 'fastify';
import { badRequest } from '../../errors.ts';
import { countValues } from './count-values.ts';

/** A route's settings for its body. */
export interface JsonBodyConfig {
  /** The most values in it. */
  valueLimit?: number | undefined;
}

/**
 * JSON by the framework's own parser, which refuses keys that would reach into an object's prototype, and no other
 * type: the framework would take plain text as well. A body of very many values is refused before it is parsed.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Earlier than the framework, which would close the connection while a proxy still writes to it: the proxy would miss
  // the answer and think that the server is dead. Also before the call waits for its turn.
  app.addHook('preParsing', async ({ headers, method, routeOptions }) => {
    if (method !== 'GET' && Number(headers['content-length']) > routeOptions.bodyLimit)
      throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { valueLimit: max = DEFAULT_VALUE_LIMIT } = request.routeOptions.config as JsonBodyConfig;
    // Some clients send the JSON content type with every call, even without a body.
    if (body === '') done(null, undefined);
    else if (countValues(String(body), max) > max) done(tooManyValues(max), undefined);
    else parse(request, String(body), done);
  });
}

const tooManyValues = (max: number) =>
  badRequest(`A body may hold at most ${max.toLocaleString('en-US')} values.`);
