import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';

const SERVER = 'http://127.0.0.1:3000';
// The server answers to its own host and to its own pages only.
const proxy = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration so
export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    // The content security policy knows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  // The import's worker loads what reads spreadsheets when it first sees one.
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': proxy, '/socket.io': { ...proxy, ws: true } },
  },
});
