import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The next start finds all modules compiled, which halves the time that it takes to load them. Where the folder cannot
// be written, nothing is kept. JavaScript, because a first file in TypeScript would load the compiler for itself alone.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/pigeonpost-server'));
await import('./main.ts');
