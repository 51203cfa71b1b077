import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export type StepResult = { passed: boolean; output: string; milliseconds: number };

/** Runs one of the project's own commands at its root and keeps its output. */
export function runStep(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<StepResult> {
  const started = performance.now();
  const bin = join(ROOT, 'node_modules', '.bin');
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    const end = (passed: boolean) => resolve({ passed, output, milliseconds: performance.now() - started });
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}
