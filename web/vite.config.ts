import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type LicenseInfo, licensePlugin } from 'rolldown-license-plugin';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';
import { compressFiles } from './compress-files.ts';
import { withoutTraces } from './without-traces.ts';

const SERVER = 'http://127.0.0.1:3000';
// The server answers only its own host and its own pages.
const proxy = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

// The live connection uses only WebSocket; its client would add two other transports.
const onlyWebSocket: Plugin = {
  name: 'only-websocket',
  load: {
    filter: { id: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/ },
    handler: () => `import { WS } from './websocket.js'; export const transports = { websocket: WS };`,
  },
};

// The live connection carries only text; the code for binary attachments would never run.
const onlyText: Plugin = {
  name: 'only-text',
  load: {
    filter: { id: /[\\/]socket\.io-parser[\\/]build[\\/]esm[\\/](is-)?binary\.js$/ },
    handler: (id) =>
      id.endsWith('is-binary.js')
        ? 'export const isBinary = () => false; export const hasBinary = () => false;'
        : 'export const deconstructPacket = (packet) => ({ packet, buffers: [] }); export const reconstructPacket = (packet) => packet;',
  },
};

// Without a preload the font comes after scripts and styles, and the text moves when the font changes.
const preloadTextFont: Plugin = {
  name: 'preload-text-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const isFont = /geist-latin-wght-normal\.woff2$/;
      const font = Object.values(bundle ?? {}).find(
        (file) => file.type === 'asset' && file.names.some((name) => isFont.test(name)),
      );
      if (!font) return [];
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${font.fileName}`,
        crossorigin: '',
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/**
 * Puts the styles of index.html into the page itself, and keeps the other stylesheets from delaying its first paint.
 */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const css = await readFile(join(import.meta.dirname, 'src/theme/first-paint.css'), 'utf8');
      const code = css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ');
      return (
        html
          .replace('<!-- first-paint.css -->', `<style>${code}</style>`)
          .replace(/\s*<!--.*?-->/gs, '')
          // Made to count by main.tsx.
          .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" media="print" fetchpriority="high"')
      );
    },
  },
};

// The licences of the import's worker, which is bundled separately and before the pages are done.
const ofWorker: LicenseInfo[] = [];

/** Puts the licences of all packages that the pages contain beside them. */
const licenses = licensePlugin({
  done(ofPages, context) {
    const packages = [...ofPages, ...ofWorker].sort((a, b) => a.name.localeCompare(b.name));
    const notices = new Set(
      packages.map(
        ({ name, version, license, licenseText }) => `${name} ${version} (${license})\n\n${licenseText}`,
      ),
    );
    const source = [...notices].join('\n\n\n');
    context.emitFile({ type: 'asset', fileName: 'third-party-licenses.txt', source });
  },
});

/** Whether React checks what it renders, as for the page tests. */
const IS_CHECKED = process.env.NODE_ENV === 'development';
/** A separate file, so that a page test can tell React's warnings from others. */
const REACT = { name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 7 };

/** A class name shows its stylesheet, and is shorter than with a hash; a check keeps those names apart. */
const generateScopedName = (name: string, file: string) => `${basename(file, '.module.css')}_${name}`;

/** Other chunks than screens and dialogs are named by hash only: the entry lists every chunk, so names are bytes. */
const chunkFileNames = ({ name }: { name: string }) =>
  /^react$|-(page|dialog)$/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration so
export default defineConfig({
  plugins: [
    react(),
    onlyWebSocket,
    onlyText,
    preloadTextFont,
    firstPaint,
    licenses,
    IS_CHECKED ? withoutTraces : compressFiles,
  ],
  // React 19 checks the same without each element's place in the source, a tenth of the pages' code.
  ...(IS_CHECKED && { oxc: { jsx: { development: false } } }),
  css: { modules: { generateScopedName } },
  build: {
    target: 'es2022',
    minify: !IS_CHECKED,
    // The content security policy knows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Nearly every file of a library has 'use client', which means nothing here.
      checks: { moduleLevelDirective: false },
      treeshake: { moduleSideEffects: [{ test: /[\\/]engine\.io-client[\\/]/, sideEffects: false }] },
      output: {
        chunkFileNames,
        hashCharacters: 'base36',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { groups: [...(IS_CHECKED ? [REACT] : []), ...chunkGroups()] },
      },
    },
  },
  // The import's worker loads the reader of spreadsheets with the first one.
  worker: {
    format: 'es',
    plugins: () => [licensePlugin({ done: (packages) => void ofWorker.push(...packages) })],
  },
  server: {
    host: '127.0.0.1',
    // Or the next one that is free.
    port: 5173,
    proxy: { '/api': proxy, '/socket.io': { ...proxy, ws: true } },
  },
});
