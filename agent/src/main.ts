import { runProgram } from './program.ts';

await runProgram({ command: [process.execPath, import.meta.filename], terminal: console });
