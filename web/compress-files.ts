import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = '**/*.{js,css,html,svg,webmanifest}';
/** Below this, the headers weigh more than the saving. */
const WORTH_BYTES = 200;

const ENCODINGS = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  // Browsers accept Brotli only over https and from this machine.
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
};

/** Puts a file.br and a file.gz beside each text file of the build, which the server sends as they are. */
export const compressFiles: Plugin = {
  name: 'compress-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await Array.fromAsync(glob(TEXT, { cwd: dir }));
    await Promise.all(files.map((file) => compressFile(join(dir, file))));
  },
};

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  if (text.length < WORTH_BYTES) return;
  for (const [ending, compress] of Object.entries(ENCODINGS))
    await writeFile(`${path}.${ending}`, await compress(text));
}
