import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { writeTrailer } from '@pigeonpost/contract/server-trailer';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { nameAskedFor } from '../../http/known-hosts.ts';
import { schemeOf } from '../../http/request-guards.ts';
import { readAgentFiles } from './agent-files.ts';

/**
 * The packaged agents at /downloads/{file_name}, public, because a browser follows a link without a token, and without
 * user data. The server's address is appended, by the name under which it was asked (docs/behaviour.md#downloads).
 */
export function serveAgentFiles(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.get<{ Params: { file_name: string } }>(
    '/downloads/:file_name',
    // Compressing one would use a processor for most of a minute, at each download.
    { compress: false, exposeHeadRoute: false },
    async (request, reply) => {
      const { file_name } = request.params;
      const offered = await readAgentFiles(config.agentFiles);
      const file = offered?.files.find((one) => one.file_name === file_name);
      const path = join(config.agentFiles, file?.file_name ?? '');
      const found = file && (await stat(path).catch(() => undefined));
      if (!file || found?.size !== file.size) return reply.code(404).send({ error: 'Not found' });
      const trailer = writeTrailer(
        `${schemeOf(request)}://${nameAskedFor(request.headers.host, config.hosts)}`,
      );
      const etag = `"${createHash('sha256').update(file.sha256).update(trailer).digest('base64url').slice(0, 27)}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'no-cache')
        .header('content-disposition', `attachment; filename="${file.file_name}"`)
        .type('application/octet-stream');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.header('content-length', file.size + trailer.length);
      return reply.send(Readable.from(withTrailer(path, trailer)));
    },
  );
}

async function* withTrailer(path: string, trailer: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
  yield trailer;
}
