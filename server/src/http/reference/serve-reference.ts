import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { describeCalls } from './describe-calls.ts';

const UI_ROOT = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const UI_FILES = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png'];

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pigeonpost calls</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="icon" href="/api/docs/favicon-32x32.png">
<div id="reference"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>`;

const START = `SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#reference', tryItOutEnabled: true });`;

/** The reference page at /api/docs, made from the contract and served without external files. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    await docs.register(fastifyStatic, {
      root: UI_ROOT,
      prefix: '/api/docs/',
      index: false,
      decorateReply: false,
      allowedPath: (path) => UI_FILES.includes(path),
    });
    docs.get('/api/docs/start.js', (_request, reply) => reply.type('text/javascript').send(START));
    docs.get('/api/docs/openapi.json', (_request, reply) =>
      reply.type('application/json').send(documentText()),
    );
    docs.get('/api/docs', (_request, reply) => reply.type('text/html').send(PAGE));
  });
}

let text: string | undefined;

/** A fifth of a second of work, which a start of the server must not wait for, because it is rarely needed. */
function documentText(): string {
  text ??= JSON.stringify(describeCalls());
  return text;
}
