import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './chunks.ts';

const SERVER = 'http://127.0.0.1:3000';
// The server answers to its own host and to its own pages only.
const proxy = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

// The live connection is a WebSocket and nothing else; its client would bring two more ways along.
const onlyWebSocket: Plugin = {
  name: 'only-websocket',
  load: {
    filter: { id: /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/ },
    handler: () => `import { WS } from './websocket.js'; export const transports = { websocket: WS };`,
  },
};

// Else it comes after scripts and styles, and all words that stand in another font until then move.
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

/** Screens and dialogs go by their names. All others by their hash alone, for each visit loads the names of all. */
const chunkFileNames = ({ name }: { name: string }) =>
  /-(page|dialog)$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration so
export default defineConfig({
  plugins: [onlyWebSocket, preloadTextFont],
  // Preact in React's place (docs/decisions/0022-preact-renders-the-pages.md).
  resolve: {
    alias: [
      { find: /^react$/, replacement: resolve(import.meta.dirname, 'src/react.ts') },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      // What is served unbuilt asks for this one.
      { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    target: 'es2022',
    // The content security policy knows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // 'use client' stands in nearly every file of a library and means nothing here.
      checks: { moduleLevelDirective: false },
      treeshake: { moduleSideEffects: [{ test: /[\\/]engine\.io-client[\\/]/, sideEffects: false }] },
      output: {
        chunkFileNames,
        hashCharacters: 'base36',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: { groups: chunkGroups() },
      },
    },
  },
  // The import's worker loads what reads spreadsheets when it first sees one.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': proxy, '/socket.io': { ...proxy, ws: true } },
  },
});
