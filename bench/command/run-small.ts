import { join } from 'node:path';
import { MEASURES } from './measures.ts';

// Runs each measure that can be small, one after the other in this process, on the PostgreSQL of the test run:
// `TEST_DATABASE_URL=… node bench/command/run-small.ts [name…]`. Says how each went, and goes on after a failure.
const chosen = process.argv.slice(2);
const names = MEASURES.map(({ name }) => name).filter((name) => chosen.length === 0 || chosen.includes(name));

for (const { name, small } of MEASURES) {
  if (small === null || !names.includes(name)) continue;
  const path = join(import.meta.dirname, '..', `${name}.ts`);
  process.argv = [process.execPath, path, ...small];
  const before = process.cpuUsage();
  try {
    await import(path);
    const { user, system } = process.cpuUsage(before);
    console.log(`${name}: measured, ${((user + system) / 1e6).toFixed(1)} s of this process`);
  } catch (error) {
    console.error(error);
    console.log(`${name}: failed`);
    process.exitCode = 1;
  }
}
