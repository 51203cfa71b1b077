import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

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
    docs.get('/api/docs/openapi.json', async () => describeCallsOnce());
    docs.get('/api/docs', (_request, reply) => reply.type('text/html').send(PAGE));
  });
}

let description: ReturnType<typeof describeCalls> | undefined;

/** A tenth of a second of work, which a start of the server must not wait for, because it is rarely needed. */
function describeCallsOnce() {
  description ??= describeCalls();
  return description;
}

function describeCalls() {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(calls) as [string, CallDefinition][]) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeCall(path, call);
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Pigeonpost', version: '1' },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function describeCall(path: string, call: CallDefinition) {
  const failure = z.object({
    error: z.string(),
    code: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional(),
    ...call.errors?.shape,
  });
  return {
    tags: [path.split('/')[2]],
    summary: call.summary,
    description: `Access: ${call.access}`,
    ...(call.access !== 'public' && { security: [{ token: [] }] }),
    parameters: [...describeParameters('path', call.params), ...describeParameters('query', call.query)],
    ...(call.body && { requestBody: { required: true, content: toContent(call.body, 'input') } }),
    responses: {
      [call.status ?? 200]: { description: 'Done', content: toContent(call.response, 'output') },
      default: { description: 'Not done', content: toContent(failure, 'output') },
    },
  };
}

function describeParameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: toSchema(field as z.ZodType, 'input'),
  }));
}

function toContent(schema: z.ZodType, io: 'input' | 'output') {
  return { 'application/json': { schema: toSchema(schema, io) } };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });
}
