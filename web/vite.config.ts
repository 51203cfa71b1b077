import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';

const SERVER = 'http://127.0.0.1:3000';

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
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/socket.io': { target: SERVER, ws: true } },
  },
});
