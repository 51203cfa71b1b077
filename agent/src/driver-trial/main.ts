import { runDriverCommand } from './run-driver-command.ts';

await runDriverCommand({ words: process.argv.slice(2), command: 'npm run driver --' });
