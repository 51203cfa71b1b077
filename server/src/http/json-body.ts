import type { FastifyInstance } from 'fastify';

/**
 * JSON by the framework's own parser, which refuses what would reach into an object's prototype, and nothing else: the
 * framework would take plain text as well.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send the JSON content type with every call, even without a body.
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
